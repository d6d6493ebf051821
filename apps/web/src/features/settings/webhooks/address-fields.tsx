import { WEBHOOK_FORMATS, WEBHOOK_NAME_LENGTH, WEBHOOK_URL_LENGTH } from '@cairn/workspace/port/webhooks'
import { useTranslation } from 'react-i18next'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import type { DraftProblems, WebhookDraft } from './webhook-draft.ts'
import { FORMAT_WORDS } from './webhook-words.ts'

interface AddressFieldsProps {
  draft: WebhookDraft
  /** Whether the webhook is new: its format cannot be changed later. */
  isNew: boolean
  problems: DraftProblems
  onChange: (changes: Partial<WebhookDraft>) => void
}

/** The name, the format and the URL of a webhook. */
export function AddressFields({ draft, isNew, problems, onChange }: AddressFieldsProps) {
  const { t } = useTranslation()
  const { name, format, url } = draft
  const words = FORMAT_WORDS[format]
  const isPlain = /^http:/i.test(url.trim())
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Name')} required error={problems.name && t(problems.name)}>
          <Input
            value={name}
            maxLength={WEBHOOK_NAME_LENGTH}
            autoComplete="off"
            onChange={({ target }) => onChange({ name: target.value })}
          />
        </Field>
        <Field label={t('Format')} hint={!isNew && t('The format stays what it is.')}>
          <Select
            value={format}
            disabled={!isNew}
            onChange={({ target }) =>
              onChange({ format: WEBHOOK_FORMATS.find((known) => known === target.value) ?? format })
            }
          >
            {WEBHOOK_FORMATS.map((one) => (
              <option key={one} value={one}>
                {t(FORMAT_WORDS[one].label)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label={t('Address')}
        required
        hint={
          isPlain
            ? t('Without https, it is delivered only where the operator of this Cairn allows the host.')
            : t(words.hint)
        }
        error={problems.url && t(problems.url)}
      >
        <Input
          type="url"
          inputMode="url"
          value={url}
          maxLength={WEBHOOK_URL_LENGTH}
          placeholder={words.example}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      </Field>
    </>
  )
}
