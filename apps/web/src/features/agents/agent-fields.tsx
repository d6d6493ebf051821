import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DescriptionField, NameField, OwnerField } from '@/catalogue/record-fields.tsx'
import { StatusField } from '@/catalogue/status-field.tsx'
import { agentStatusLook } from '@/catalogue/status-looks.ts'
import { Field } from '@/ui/field.tsx'
import { Select } from '@/ui/select.tsx'
import { AGENT_PLATFORMS, AGENT_STATUSES } from '@/workspace/port/agents.ts'
import type { AgentForm } from './agent-form.ts'

/** The fields of an agent, inside of a `FormProvider`. */
export function AgentFields({ ownerId }: { ownerId: string | null }) {
  const { t } = useTranslation()
  const { register } = useFormContext<AgentForm>()
  return (
    <>
      <NameField label={t('Agent Name')} />
      <Field label={t('Platform')}>
        <Select {...register('platform')}>
          {AGENT_PLATFORMS.map((platform) => (
            <option key={platform} value={platform}>
              {t(platform)}
            </option>
          ))}
        </Select>
      </Field>
      <DescriptionField />
      <StatusField statuses={AGENT_STATUSES} lookOf={agentStatusLook} />
      <OwnerField label={t('Agent Owner')} ownerId={ownerId} />
    </>
  )
}
