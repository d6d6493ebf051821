import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '@/ui/button/button.tsx'
import { recordPath } from '../record-path.ts'

/** The second way to send the form of a new record: it is opened once it is saved. */
export function useCreateAndOpen(kind: CatalogueKind) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const isAsked = useRef(false)
  const opens = useRef(false)
  return {
    /** Its button, which is none that Enter presses. */
    button: (
      <Button
        variant="outline"
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
