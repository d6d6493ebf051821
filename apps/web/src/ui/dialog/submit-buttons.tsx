import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button/button.tsx'

interface SubmitButtonsProps {
  label: string
  /** The form is on its way: nothing can be pressed. */
  pending: boolean
  onCancel: () => void
  /** Another way to send it. */
  alternative?: ReactNode
}

/** The footer of a dialog with a form: cancels it, or sends it. */
export function SubmitButtons({ label, pending, onCancel, alternative }: SubmitButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="outline" disabled={pending} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      {!pending && alternative}
      <Button type="submit" pending={pending}>
        {label}
      </Button>
    </>
  )
}
