import { z } from 'zod/mini'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/record-form.ts'
import { type NewSystem, SYSTEM_STATUSES, type System, type SystemChange } from '@/workspace/port/systems.ts'

/** What the form holds, and what of it may be sent. */
export const systemFormSchema = z.object({
  ...recordFormFields({
    required: 'System name is required',
    tooLong: 'A system name has at most 120 characters.',
  }),
  status: z.enum(SYSTEM_STATUSES),
})

export type SystemForm = z.infer<typeof systemFormSchema>

/** What the form starts with. A status that is not known can only be replaced: by active. */
export function formOf(system: System | null): SystemForm {
  return {
    ...recordForm(system),
    status: SYSTEM_STATUSES.find((status) => status === system?.status) ?? 'active',
  }
}

export function newSystemOf(form: SystemForm): NewSystem {
  return recordInput(form)
}

export function changeOf(form: SystemForm): SystemChange {
  return { ...recordInput(form), status: form.status }
}
