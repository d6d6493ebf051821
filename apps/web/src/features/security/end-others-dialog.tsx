import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EndProgramsField } from '@/shared/end-programs-field.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'

interface EndOthersDialogProps {
  pending: boolean
  onEnd: (endsPrograms: boolean) => void
  onClose: () => void
}

/** Asks whether what else acts for the user ends with their other sessions. */
export function EndOthersDialog({ pending, onEnd, onClose }: EndOthersDialogProps) {
  const { t } = useTranslation()
  const [endsPrograms, setEndsPrograms] = useState(true)
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={pending}
      narrow
      title={t('End all other sessions?')}
      description={t('All other devices are signed out at once.')}
      onSubmit={(event) => {
        event.preventDefault()
        onEnd(endsPrograms)
      }}
      footer={<SubmitButtons label={t('End Sessions')} pending={pending} onCancel={onClose} />}
    >
      <EndProgramsField checked={endsPrograms} onChange={setEndsPrograms} />
    </EntityDialog>
  )
}
