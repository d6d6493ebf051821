import { useEffect, useState } from 'react'
import { whenIdle } from '@/lib/loading/fetch-screens.ts'
import { Window } from '@/shared/boundary/window.tsx'
import { commandPalette } from '../window-files.ts'
import { usePaletteShortcut } from './palette-shortcut.ts'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette, which leads to every screen that the shell knows, and its keys. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [wasOpened, setOpened] = useState(open)
  if (open && !wasOpened) setOpened(true)
  usePaletteShortcut({
    isOpen: open,
    toggle: () => onOpenChange(!open),
    onPrepare: commandPalette.preload,
  })
  // Its first press opens it at once, so that it takes what is typed right after.
  useEffect(() => whenIdle(commandPalette.preload), [])
  if (!wasOpened) return null
  return (
    <Window
      onClose={() => {
        setOpened(false)
        onOpenChange(false)
      }}
    >
      <commandPalette.Component open={open} onOpenChange={onOpenChange} />
    </Window>
  )
}
