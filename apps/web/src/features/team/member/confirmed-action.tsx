import { useState } from 'react'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'

interface ConfirmedActionProps {
  /** The label of the button. */
  label: string
  title: string
  /** The consequence. */
  description: string
  confirmLabel: string
  pending: boolean
  onConfirm: (close: () => void) => void
}

/** An action that takes something from a member: a button, and the question that first explains the consequence. */
export function ConfirmedAction({ label, onConfirm, ...question }: ConfirmedActionProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        onClick={() => setAsking(true)}
        className="self-start text-destructive-foreground"
      >
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        destructive
        onConfirm={() => onConfirm(() => setAsking(false))}
        {...question}
      />
    </>
  )
}
