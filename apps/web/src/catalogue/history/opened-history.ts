import { createContext, useContext, useEffect, useState } from 'react'

/** Of which record the history is unfolded: it stays so while a form takes the place of the details. */
interface OpenedHistory {
  recordId: string | null
}

const OpenedHistoryContext = createContext<OpenedHistory | null>(null)

export const OpenedHistoryProvider = OpenedHistoryContext.Provider

/** What is remembered for as long as a record is open. */
export function useOpenedHistory(openId: string | null): OpenedHistory {
  const [opened] = useState<OpenedHistory>(() => ({ recordId: null }))
  useEffect(() => {
    if (opened.recordId !== openId) opened.recordId = null
  }, [opened, openId])
  return opened
}

/** Whether the history of a record is unfolded, and what changes that. */
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
