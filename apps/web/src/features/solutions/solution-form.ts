import { type Phrase, phrase } from '@cairn/workspace/lib/phrase'
import {
  type NewSolution,
  SOLUTION_STATUSES,
  type Solution,
  type SolutionChange,
} from '@cairn/workspace/port/records/solutions'
import { z } from 'zod/mini'
import { detailsFormOf, detailsFormSchema, detailsOf } from '@/catalogue/form/details-form.ts'
import { recordForm, recordFormFields, recordInput } from '@/catalogue/form/record-form.ts'
import { DETAILS_COLUMN, RECORD_COLUMNS } from '@/catalogue/history/restoring.ts'
import { entriesOf, type TextListValue } from '@/ui/form/text-list-entries.ts'
import { SOLUTIONS } from './solution-catalogue.ts'

const MAX_ENTRIES = 100
export const ENTRY_MAX_LENGTH = 200

function textList(tooMany: Phrase) {
  return z.custom<TextListValue>().check(z.refine((value) => entriesOf(value).length <= MAX_ENTRIES, tooMany))
}

/** The values of the form, and the rules for sending them. */
export const solutionFormSchema = z.object({
  ...recordFormFields({
    required: phrase('Solution name is required'),
    tooLong: phrase('Solution name must have at most 120 characters.'),
  }),
  useCases: textList(phrase('A solution can have at most 100 use cases.')),
  users: textList(phrase('A solution can have at most 100 users.')),
  relatedSystems: z
    .array(z.string())
    .check(z.maxLength(MAX_ENTRIES, phrase('A solution can have at most 100 related systems.'))),
  status: z.enum(SOLUTION_STATUSES),
  details: detailsFormSchema,
})

export type SolutionForm = z.infer<typeof solutionFormSchema>

/** Returns the initial values of the form. A status that is not known can only be replaced: by active. */
export function formOf(solution: Solution | null): SolutionForm {
  return {
    ...recordForm(solution),
    useCases: { entries: solution?.useCases ?? [], draft: '' },
    users: { entries: solution?.users ?? [], draft: '' },
    relatedSystems: [...(solution?.relatedSystems ?? [])],
    status: SOLUTION_STATUSES.find((status) => status === solution?.status) ?? 'active',
    details: detailsFormOf(solution?.details),
  }
}

/** Returns the solution to save. Text that is typed into a list but not added yet counts: the user wants to save it. */
export function newSolutionOf(form: SolutionForm): NewSolution {
  return {
    ...recordInput(form),
    useCases: entriesOf(form.useCases),
    users: entriesOf(form.users),
    relatedSystems: form.relatedSystems,
    details: detailsOf(form.details),
  }
}

export function changeOf(form: SolutionForm): SolutionChange {
  return { ...newSolutionOf(form), status: form.status }
}

export const SOLUTION_MAPPING = { formOf, added: newSolutionOf, changed: changeOf }

const storedList = (stored: unknown) => ({ entries: stored ?? [], draft: '' })

/** The parts of a solution that its history can restore. */
export const RESTORABLE_SOLUTION = {
  catalogue: SOLUTIONS,
  mapping: SOLUTION_MAPPING,
  schema: solutionFormSchema,
  columns: {
    ...RECORD_COLUMNS,
    ...DETAILS_COLUMN,
    use_cases: (stored: unknown) => ({ useCases: storedList(stored) }),
    users: (stored: unknown) => ({ users: storedList(stored) }),
    related_systems: (stored: unknown) => ({ relatedSystems: stored ?? [] }),
  },
}
