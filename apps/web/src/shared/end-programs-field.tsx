import { useTranslation } from 'react-i18next'
import { Checkbox } from '@/ui/form/checkbox.tsx'

interface EndProgramsFieldProps {
  /** Whether they end; so it is unless the user says otherwise. */
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether what acts for the user ends with their sessions: whoever was in may have made a token. */
export function EndProgramsField({ checked, onChange }: EndProgramsFieldProps) {
  const { t } = useTranslation()
  return (
    <Checkbox
      label={t('Also end my API tokens and connected apps')}
      hint={t(
        'If somebody else was in your account, they may have made one. You can rotate your tokens afterwards.',
      )}
      checked={checked}
      onChange={onChange}
    />
  )
}
