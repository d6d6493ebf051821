import { useEffect, useRef } from 'react'
import { useUndoAct } from '@/catalogue/acts/use-undo-act.ts'

/** Takes back the user's last act once, and tells what came of it. Draws nothing. */
export function UndoLastAct({ onSettled }: { onSettled(): void }) {
  const { mutate } = useUndoAct()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ act: null }, { onSettled })
  }, [mutate, onSettled])
  return null
}
