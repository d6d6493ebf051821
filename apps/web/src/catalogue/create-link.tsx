import { Plus } from 'lucide-react'
import { Link } from 'react-router'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button.tsx'

/** The way to the form of a new record on another screen; it rests for whoever may not create one. */
export function CreateLink({ label, to }: { label: string; to: string }) {
  const reason = useRefusal()('create-record', null)
  if (reason !== null) {
    return (
      <Button disabledReason={reason}>
        <Plus />
        {label}
      </Button>
    )
  }
  return (
    <Button asChild>
      <Link to={to}>
        <Plus aria-hidden />
        {label}
      </Link>
    </Button>
  )
}
