import { useDeferredValue, useState } from 'react'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { usePaletteShortcut } from './palette-shortcut.ts'
import { useKeystrokeBuffer } from './use-keystroke-buffer.ts'

const commandPalette = lazyComponent(
  () => import('./palette-of-pages.tsx'),
  (code) => code.PaletteOfPages,
)

/** Fetches the palette's code. */
export const preloadPalette = commandPalette.preload

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The command palette and its keys. Its code is loaded when one of the keys goes down, or with the first opening. */
export function Palette({ open, onOpenChange }: PaletteProps) {
  const [wasOpened, setOpened] = useState(open)
  const [isReady, setReady] = useState(false)
  if (open && !wasOpened) setOpened(true)
  if (!open && isReady) setReady(false)
  // Where its code is still on its way, it is drawn once that has come. Suspending here would hold it back for longer.
  const mayDraw = useDeferredValue(wasOpened) || commandPalette.isPresent()
  const takeBuffered = useKeystrokeBuffer(open && !isReady)
  usePaletteShortcut({
    isOpen: open,
    toggle: () => onOpenChange(!open),
    onPrepare: preloadPalette,
  })
  const giveUp = () => {
    setOpened(false)
    onOpenChange(false)
  }
  return (
    <PressBoundary open={open} onMissing={giveUp}>
      {wasOpened && mayDraw && (
        <commandPalette.Component
          open={open}
          onOpenChange={onOpenChange}
          onReady={() => {
            setReady(true)
            return takeBuffered()
          }}
        />
      )}
    </PressBoundary>
  )
}
