import { z } from 'zod/mini'
import { type NewSystem, SYSTEM_STATUSES, type System, type SystemChange } from '@/workspace/port/systems.ts'

/** What the form holds, and what of it may be sent. The messages are English keys. */
export const systemFormSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'System name is required'),
      z.maxLength(120, 'A system name has at most 120 characters.'),
    ),
  description: z.string().check(z.trim(), z.maxLength(2000, 'A description has at most 2,000 characters.')),
  /** Empty for nobody, as a select has it. */
  ownerId: z.string(),
  status: z.enum(SYSTEM_STATUSES),
})

export type SystemForm = z.infer<typeof systemFormSchema>

/** What the form starts with. A status that is not known can only be replaced: by active. */
export function formOf(system: System | null): SystemForm {
  return {
    name: system?.name ?? '',
    description: system?.description ?? '',
    ownerId: system?.ownerId ?? '',
    status: SYSTEM_STATUSES.find((status) => status === system?.status) ?? 'active',
  }
}

export function newSystemOf({ name, description, ownerId }: SystemForm): NewSystem {
  return { name, description, ownerId: ownerId || null }
}

export function changeOf(form: SystemForm): SystemChange {
  return { ...newSystemOf(form), status: form.status }
}
