import { Plus } from 'lucide-react'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button.tsx'

/** The way to a new record; it rests for whoever may not create one. */
export function AddRecordButton({ label, onClick }: { label: string; onClick: () => void }) {
  const refusal = useRefusal()
  return (
    <Button onClick={onClick} disabledReason={refusal('create-record', null)}>
      <Plus />
      {label}
    </Button>
  )
}
