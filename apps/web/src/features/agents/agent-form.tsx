import { phrase } from '@cairn/workspace/lib/phrase'
import {
  AGENT_PLATFORMS,
  AGENT_STATUSES,
  type Agent,
  type NewAgent,
} from '@cairn/workspace/port/records/agents'
import { useForm, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod/mini'
import { type ComparedField, comparedField } from '@/catalogue/form/compared-field.ts'
import { useComparedFields } from '@/catalogue/form/compared-fields.tsx'
import { CreateForm } from '@/catalogue/form/create-form.tsx'
import { DescriptionField, NameField } from '@/catalogue/form/record-fields.tsx'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/form/record-form.ts'
import { RecordFormDialog } from '@/catalogue/form/record-form-dialog.tsx'
import { useRecordResolver } from '@/catalogue/form/record-resolver.ts'
import { StatusField } from '@/catalogue/form/status-field.tsx'
import { RECORD_COLUMNS } from '@/catalogue/history/restoring.ts'
import { OwnerField } from '@/catalogue/owner/owner-field.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { AGENTS } from './agent-catalogue.ts'

/** The values of the form, and the rules for sending them. */
export const agentFormSchema = z.object({
  ...recordFormFields({
    required: phrase('Agent name is required'),
    tooLong: phrase('Agent name must have at most 120 characters.'),
  }),
  platform: z.enum(AGENT_PLATFORMS),
  status: z.enum(AGENT_STATUSES),
})

export type AgentForm = z.infer<typeof agentFormSchema>

/** Returns the initial values of the form. Words that are not known can only be replaced. */
export function formOf(agent: Agent | null): AgentForm {
  return {
    ...recordForm(agent),
    platform: agent ? (known(AGENT_PLATFORMS, agent.platform) ?? 'Other') : 'OpenAI',
    status: known(AGENT_STATUSES, agent?.status) ?? 'inactive',
  }
}

export function inputOf(form: AgentForm): NewAgent {
  return { ...recordInput(form), platform: form.platform, status: form.status }
}

function known<Word extends string>(words: readonly Word[], word: string | null | undefined) {
  return words.find((candidate) => candidate === word)
}

const MAPPING = { formOf, added: inputOf, changed: inputOf }

/** The parts of an agent that its history can restore. */
export const RESTORABLE_AGENT = {
  catalogue: AGENTS,
  mapping: MAPPING,
  schema: agentFormSchema,
  columns: { ...RECORD_COLUMNS, platform: (platform: unknown) => ({ platform }) },
}

/** How the fields of an agent are shown where two states of them are compared. */
export function useAgentFields(): readonly ComparedField<AgentForm>[] {
  const { t } = useTranslation()
  return useComparedFields<AgentForm>('agent', [
    comparedField('platform', t('Platform'), ({ platform }) => t(platform)),
  ])
}

interface AgentDialogProps {
  /** Null for a new one. */
  agent: Agent | null
  onClose: () => void
}

/** The form of an agent in a window. */
export function AgentDialog({ agent, onClose }: AgentDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('agent', agentFormSchema, agent),
    defaultValues: formOf(agent),
  })
  return (
    <RecordFormDialog
      catalogue={AGENTS}
      mapping={MAPPING}
      form={form}
      record={agent}
      fields={useAgentFields()}
      title={agent ? t('Edit Agent') : t('Create Agent')}
      submitLabel={agent ? t('Save Changes') : t('Create Agent')}
      onClose={onClose}
    >
      <AgentFields ownerId={agent?.ownerId ?? null} />
    </RecordFormDialog>
  )
}

/** The form of a new agent. */
export function CreateAgentForm() {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('agent', agentFormSchema, null),
    defaultValues: formOf(null),
  })
  return (
    <CreateForm
      catalogue={AGENTS}
      mapping={MAPPING}
      form={form}
      title={t('Create Agent')}
      description={t('Register an agent that your organization uses and the platform it runs on.')}
      submitLabel={t('Create Agent')}
      listLabel={t('All agents')}
    >
      <AgentFields ownerId={null} />
    </CreateForm>
  )
}

function AgentFields({ ownerId }: { ownerId: string | null }) {
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
      <StatusField kind="agent" />
      <OwnerField label={t('Agent Owner')} ownerId={ownerId} />
    </>
  )
}
