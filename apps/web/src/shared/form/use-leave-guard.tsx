import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { guardLeaving } from '@/lib/browser/leave-guard.ts'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'

interface LeaveGuard {
  /** Leaves at once, or asks first where there is something to lose. */
  leave: (go: () => void) => void
  /** The question, to be drawn beside the form. */
  question: ReactNode
}

/** Asks before changes that are not saved are lost. `discard` forgets them; `isKept` says that a reload brings them back. */
export function useLeaveGuard(isChanged: boolean, discard: () => void, isKept = false): LeaveGuard {
  const { t } = useTranslation()
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const focusField = useLastField(isChanged)
  useEffect(
    () => (isChanged ? guardLeaving((go) => setGoOn(() => go), isKept) : undefined),
    [isChanged, isKept],
  )
  return {
    leave: (go) => (isChanged ? setGoOn(() => go) : go()),
    question: (
      <ConfirmDialog
        open={goOn !== null}
        onOpenChange={() => setGoOn(null)}
        title={t('Discard your changes?')}
        description={t('What you entered is not saved yet.')}
        cancelLabel={t('Keep editing')}
        confirmLabel={t('Discard')}
        destructive
        // Not to the tab that was pressed: it would open.
        focusAfter={focusField}
        onConfirm={() => {
          setGoOn(null)
          discard()
          goOn?.()
        }}
      />
    ),
  }
}

const FIELD = 'input, textarea, select, [role="combobox"]'

/** Gives a function that leads back to the field that was changed last, where it still is. */
function useLastField(isChanged: boolean): () => void {
  const field = useRef<HTMLElement | null>(null)
  useEffect(() => {
    if (!isChanged) return
    const remember = () => {
      const focused = document.activeElement
      if (focused instanceof HTMLElement && focused.matches(FIELD)) field.current = focused
    }
    remember()
    addEventListener('focusin', remember)
    return () => removeEventListener('focusin', remember)
  }, [isChanged])
  return () => field.current?.isConnected && field.current.focus()
}
