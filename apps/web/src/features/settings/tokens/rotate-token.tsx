import { type ApiToken, OVERLAP_HOURS, type OverlapHours, type TokenDays } from '@cairn/workspace/port/tokens'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { EndField } from './end-field.tsx'
import type { ShownSecret } from './secret-once.tsx'
import { useChangeTokens } from './use-change-tokens.ts'

interface RotateTokenProps {
  token: ApiToken
  allowsWithoutEnd: boolean
  onRotated: (shown: ShownSecret) => void
  onClose: () => void
}

/** Asks for how long the former secret works, and how long the token lasts from now on. */
export function RotateToken({ token, allowsWithoutEnd, onRotated, onClose }: RotateTokenProps) {
  const { t } = useTranslation()
  const { id, name, scopes } = token
  const [overlap, setOverlap] = useState<OverlapHours>(24)
  const [days, setDays] = useState<TokenDays>(90)
  const { mutate, isPending } = useChangeTokens(
    (part) => part.rotate(id, days, overlap),
    (secret) => onRotated({ name, secret, scopes }),
  )
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isPending}
      title={t('Rotate {{name}}', { name })}
      description={t('The token gets a new secret and a new expiry. Its permissions stay.')}
      onSubmit={(event) => {
        event.preventDefault()
        mutate(null)
      }}
      footer={<SubmitButtons label={t('Rotate Token')} pending={isPending} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Field
          label={t('The former secret works for another')}
          hint={t('Until then your scripts can change over.')}
          className="max-w-72"
        >
          <Select
            value={overlap}
            onChange={({ target }) =>
              setOverlap(OVERLAP_HOURS.find((hours) => String(hours) === target.value) ?? 24)
            }
          >
            {OVERLAP_HOURS.map((count) => (
              <option key={count} value={count}>
                {t('{{count}} hours', { count, defaultValue_one: '{{count}} hour' })}
              </option>
            ))}
          </Select>
        </Field>
        <EndField days={days} allowsWithoutEnd={allowsWithoutEnd} onChange={setDays} />
      </div>
    </EntityDialog>
  )
}
