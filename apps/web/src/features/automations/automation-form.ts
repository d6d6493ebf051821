import { z } from 'zod/mini'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/record-form.ts'
import { isHttpsAddress } from '@/lib/https-address.ts'
import {
  AUTOMATION_SOURCES,
  AUTOMATION_STATUSES,
  type Automation,
  type AutomationChange,
  type NewAutomation,
} from '@/workspace/port/automations.ts'

/** What the form holds, and what of it may be sent. */
export const automationFormSchema = z.object({
  ...recordFormFields({
    required: 'Automation name is required',
    tooLong: 'An automation name has at most 120 characters.',
  }),
  source: z.enum(AUTOMATION_SOURCES),
  webhookUrl: z.string().check(
    z.trim(),
    z.refine(
      (text) => text === '' || isHttpsAddress(text),
      'Enter a web address that begins with https://, or leave it empty.',
    ),
  ),
  status: z.enum(AUTOMATION_STATUSES),
})

export type AutomationForm = z.infer<typeof automationFormSchema>

/** What the form starts with. Words that are not known can only be replaced. */
export function formOf(automation: Automation | null): AutomationForm {
  return {
    ...recordForm(automation),
    source: automation ? knownSource(automation.source) : 'Zapier',
    webhookUrl: automation?.webhookUrl ?? '',
    status: automation?.status === 'active' ? 'active' : 'inactive',
  }
}

export function newAutomationOf(form: AutomationForm): NewAutomation {
  return { ...recordInput(form), source: form.source, webhookUrl: form.webhookUrl }
}

export function changeOf(form: AutomationForm): AutomationChange {
  return { ...newAutomationOf(form), status: form.status }
}

function knownSource(source: string) {
  return AUTOMATION_SOURCES.find((candidate) => candidate === source) ?? 'Other'
}
