import type { Solution } from '@cairn/workspace/port/records/solutions'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DetailsField, foldedDetails } from '@/catalogue/form/details-field.tsx'
import { DescriptionField, NameField } from '@/catalogue/form/record-fields.tsx'
import { RecordFormDialog } from '@/catalogue/form/record-form-dialog.tsx'
import { useRecordResolver } from '@/catalogue/form/record-resolver.ts'
import { StatusField } from '@/catalogue/form/status-field.tsx'
import { OwnerField } from '@/catalogue/owner/owner-field.tsx'
import { RelatedSystemsField } from './related-systems-field.tsx'
import { SOLUTIONS } from './solution-catalogue.ts'
import { formOf, SOLUTION_MAPPING, solutionFormSchema } from './solution-form.ts'
import { TextListField } from './text-list-field.tsx'
import { useSolutionFields } from './use-solution-fields.ts'

interface SolutionDialogProps {
  /** Null to register a new one. */
  solution: Solution | null
  onClose: () => void
}

/** The form of a solution. */
export function SolutionDialog({ solution, onClose }: SolutionDialogProps) {
  const { t } = useTranslation()
  const form = useForm({
    resolver: useRecordResolver('solution', solutionFormSchema, solution),
    defaultValues: formOf(solution),
  })
  return (
    <RecordFormDialog
      catalogue={SOLUTIONS}
      mapping={SOLUTION_MAPPING}
      form={form}
      record={solution}
      fields={useSolutionFields([...(solution?.relatedSystems ?? []), ...form.getValues('relatedSystems')])}
      title={solution ? t('Edit Solution') : t('Add Solution')}
      {...(!solution && { description: t('Register something that your organization has built.') })}
      submitLabel={solution ? t('Save Changes') : t('Add Solution')}
      onClose={onClose}
      folded={solution ? undefined : foldedDetails}
    >
      <NameField label={t('Solution Name')} />
      <DescriptionField />
      <OwnerField label={t('Owner')} ownerId={solution?.ownerId ?? null} />
      {solution && <StatusField kind="solution" />}
      <TextListField
        name="useCases"
        label={t('Use Cases')}
        prompt={t('Add a use case')}
        addLabel={t('Add this use case')}
      />
      <TextListField
        name="users"
        label={t('Users')}
        prompt={t('Add a user or team')}
        addLabel={t('Add this user or team')}
      />
      <RelatedSystemsField />
      {solution && <DetailsField />}
    </RecordFormDialog>
  )
}
