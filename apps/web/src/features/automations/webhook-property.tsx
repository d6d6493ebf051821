import type { Automation } from '@cairn/workspace/port/records/automations'
import { useTranslation } from 'react-i18next'
import { type Editing, namedValue } from '@/catalogue/properties/editing.ts'
import { InlineValue } from '@/catalogue/properties/inline-value.tsx'
import { PropertyRow } from '@/catalogue/properties/property.tsx'
import { isHttpsAddress } from '@/lib/address/https-address.ts'
import { Input } from '@/ui/form/input.tsx'

interface WebhookPropertyProps {
  automation: Automation
  editing: Editing<Automation>
}

/** The address that calls an automation. */
export function WebhookProperty({ automation, editing }: WebhookPropertyProps) {
  const { t } = useTranslation()
  const { webhookUrl } = automation
  const label = t('Webhook URL')
  const isWrong = (text: string) => text.trim() !== '' && !isHttpsAddress(text.trim())
  const save = async (entered: string) => {
    const text = entered.trim()
    const property = namedValue('webhookUrl', label, (value: string) => value)
    return editing?.save(property, text, text) ?? null
  }
  return (
    <PropertyRow label={label}>
      <InlineValue
        label={label}
        value={webhookUrl}
        save={editing && save}
        check={(text) =>
          isWrong(text) ? t('Enter a web address that begins with https://, or leave it empty.') : null
        }
        control={(text, onChange) => (
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      >
        {webhookUrl === '' ? (
          <span className="text-muted-foreground">{t('Not specified')}</span>
        ) : (
          <code className="wrap-anywhere font-mono text-xs">{webhookUrl}</code>
        )}
      </InlineValue>
    </PropertyRow>
  )
}
