import { createContext, useContext, useEffect, useState } from 'react'

/** The record whose history is unfolded: it stays unfolded while a form replaces the details. */
interface OpenedHistory {
  recordId: string | null
}

const OpenedHistoryContext = createContext<OpenedHistory | null>(null)

export const OpenedHistoryProvider = OpenedHistoryContext.Provider

/** Remembers the unfolded history for as long as a record is open. */
export function useOpenedHistory(openId: string | null): OpenedHistory {
  const [opened] = useState<OpenedHistory>(() => ({ recordId: null }))
  useEffect(() => {
    if (opened.recordId !== openId) opened.recordId = null
  }, [opened, openId])
  return opened
}

/** Returns whether the history of a record is unfolded, and its setter. */
export function useUnfolded(recordId: string): [boolean, (isOpen: boolean) => void] {
  const opened = useContext(OpenedHistoryContext)
  const [isOpen, setOpen] = useState(opened?.recordId === recordId)
  return [
    isOpen,
    (next) => {
      if (opened) opened.recordId = next ? recordId : null
      setOpen(next)
    },
  ]
}
