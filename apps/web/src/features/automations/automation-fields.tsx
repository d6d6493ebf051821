import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DescriptionField, NameField, OwnerField } from '@/catalogue/record-fields.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Select } from '@/ui/select.tsx'
import { AUTOMATION_SOURCES } from '@/workspace/port/automations.ts'
import type { AutomationForm } from './automation-form.ts'

/** The fields of an automation, inside of a `FormProvider`. */
export function AutomationFields({ ownerId }: { ownerId: string | null }) {
  const { t } = useTranslation()
  const { register, formState } = useFormContext<AutomationForm>()
  const webhookProblem = formState.errors.webhookUrl?.message
  return (
    <>
      <NameField label={t('Automation Name')} />
      <Field label={t('Source')}>
        <Select {...register('source')}>
          {AUTOMATION_SOURCES.map((source) => (
            <option key={source} value={source}>
              {t(source)}
            </option>
          ))}
        </Select>
      </Field>
      <DescriptionField />
      <Field
        label={t('Webhook URL')}
        optional={t('Optional')}
        hint={t("A Zap's name leads to this address. Cairn itself never calls it.")}
        error={webhookProblem && t(webhookProblem)}
      >
        <Input
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          {...register('webhookUrl')}
        />
      </Field>
      <OwnerField label={t('Automation Owner')} ownerId={ownerId} />
    </>
  )
}
