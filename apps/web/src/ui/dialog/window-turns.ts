import { createContext, useContext, useEffect, useState } from 'react'

/** Windows of which one is open at a time: details, and the form that replaces them. */
export interface WindowTurns {
  /** The element that had the focus before the first of them opened. */
  opener: HTMLElement | null
  isOpen: boolean
  /** The `data-turn` of the control that led to the next one: it gets the focus on the way back. */
  ledBy: string | null
}

const WindowTurnsContext = createContext<WindowTurns | null>(null)

/** Makes the `EntityDialog`s inside one window, whose content changes: the opener of the first gets the focus back. */
export const WindowTurnsProvider = WindowTurnsContext.Provider

export function createWindowTurns(): WindowTurns {
  return { opener: null, isOpen: false, ledBy: null }
}

/** Returns the turns of a window, and whether it replaces the one before. */
export function useWindowTurn() {
  const turns = useContext(WindowTurnsContext)
  const [isNext] = useState(() => turns?.isOpen === true)
  useEffect(() => {
    if (turns === null) return
    turns.isOpen = true
    return () => {
      turns.isOpen = false
    }
  }, [turns])
  return { turns, isNext }
}
