import { useTranslation } from 'react-i18next'
import { type ComparedField, comparedField } from '@/catalogue/form/compared-field.ts'
import { useComparedFields } from '@/catalogue/form/compared-fields.tsx'
import { useComparedDetails } from '@/catalogue/form/details-field.tsx'
import { entriesOf } from '@/ui/form/text-list-entries.ts'
import type { SolutionForm } from './solution-form.ts'
import { useSystemNames } from './use-system-names.ts'

/**
 * How the fields of a solution are shown where two states of them are compared; lists line by line. `systemIds` are
 * those that either state may name.
 */
export function useSolutionFields(systemIds: readonly string[]): readonly ComparedField<SolutionForm>[] {
  const { t } = useTranslation()
  const { systems } = useSystemNames(systemIds)
  const details = useComparedDetails<SolutionForm>()
  const lines = (entries: readonly string[]) => entries.join('\n')
  return useComparedFields<SolutionForm>('solution', [
    comparedField('useCases', t('Use Cases'), ({ useCases }) => lines(entriesOf(useCases))),
    comparedField('users', t('Users'), ({ users }) => lines(entriesOf(users))),
    comparedField('relatedSystems', t('Related Systems'), ({ relatedSystems }) =>
      lines(relatedSystems.map((id) => systems.get(id) ?? t('Unknown System'))),
    ),
    details,
  ])
}
