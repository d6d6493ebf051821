import type { HistoryTopic } from '@cairn/workspace/port/records/history'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useUnfolded } from './opened-history.ts'

/** The parts of what happened to a record, and of how it ran. */
export type ActivityTopic = 'all' | HistoryTopic | 'runs'

interface ShownActivity {
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  topic: ActivityTopic
  choose: (topic: ActivityTopic) => void
  /** Unfolds it and leads to it. */
  leadTo: (topic: ActivityTopic) => void
  card: RefObject<HTMLElement | null>
}

const ShownActivityContext = createContext<ShownActivity | null>(null)

/** Returns what the activity of the record shows; null where there is none around. */
export function useShownActivity(): ShownActivity | null {
  return useContext(ShownActivityContext)
}

/** Lets the parts of a record lead to its activity. */
export function ShownActivityProvider({ recordId, children }: { recordId: string; children: ReactNode }) {
  const [isOpen, setOpen] = useUnfolded(recordId)
  const [topic, choose] = useState<ActivityTopic>('all')
  const [led, setLed] = useState(0)
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    if (led > 0) card.current?.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
  }, [led])
  const shown = useMemo(
    () => ({
      ...{ isOpen, setOpen, topic, choose, card },
      leadTo(next: ActivityTopic) {
        choose(next)
        setOpen(true)
        setLed((times) => times + 1)
      },
    }),
    [isOpen, setOpen, topic],
  )
  return <ShownActivityContext value={shown}>{children}</ShownActivityContext>
}
