import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { recordPath } from '../record-path.ts'

/** The second way to send the form of a new record: it is opened once it is saved. */
export function useCreateAndOpen(kind: CatalogueKind) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const button = useRef<HTMLButtonElement>(null)
  const isAsked = useRef(false)
  const opens = useRef(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const form = button.current?.form
      if (!isOpenKey(event) || !(event.target instanceof Node) || !form?.contains(event.target)) return
      event.preventDefault()
      button.current?.click()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return {
    /** Its button, which Enter alone does not press. */
    button: (
      <Button
        ref={button}
        variant="outline"
        aria-keyshortcuts="Control+Shift+Enter Meta+Shift+Enter"
        onClick={({ currentTarget }) => {
          isAsked.current = true
          currentTarget.form?.requestSubmit()
        }}
      >
        {t('Create and open')}
      </Button>
    ),
    onSubmit() {
      opens.current = isAsked.current
      isAsked.current = false
    },
    onSaved({ id }: CatalogueRecord) {
      if (opens.current) void navigate(recordPath({ kind, id }))
    },
  }
}

/** Whether a press is ctrl or cmd with shift and Enter. */
function isOpenKey({ key, ctrlKey, metaKey, shiftKey, altKey, repeat }: KeyboardEvent): boolean {
  return key === 'Enter' && (ctrlKey || metaKey) && shiftKey && !altKey && !repeat
}
