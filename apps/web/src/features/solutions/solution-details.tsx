import type { Solution } from '@cairn/workspace/port/records/solutions'
import { useTranslation } from 'react-i18next'
import { RestorableHistory } from '@/catalogue/activity/restorable-history.tsx'
import type { RecordHandlers } from '@/catalogue/details/catalogue-dialogs.tsx'
import { RecordDetails } from '@/catalogue/details/record-details.tsx'
import { ExpertsCard } from '@/catalogue/experts/experts-card.tsx'
import { HandoverNotice } from '@/catalogue/handover/handover-badge.tsx'
import { AdditionalDetails } from '@/catalogue/properties/additional-details.tsx'
import { statusStyle } from '@/catalogue/status-styles.ts'
import { StatusBadge } from '@/ui/display/status-badge.tsx'
import { RelatedAgents } from './related/related-agents.tsx'
import { RelatedAutomations } from './related/related-automations.tsx'
import { RESTORABLE_SOLUTION, solutionFormSchema } from './solution-form.ts'
import { RelatedSystems, UseCases, Users } from './solution-lists.tsx'
import { useSolutionFields } from './use-solution-fields.ts'
import { useSystemNames } from './use-system-names.ts'

interface SolutionDetailsProps extends RecordHandlers<Solution> {
  solution: Solution
}

/** Everything about one solution. */
export function SolutionDetails({ solution, ...handlers }: SolutionDetailsProps) {
  const { t } = useTranslation()
  const { systems } = useSystemNames(solution.relatedSystems)
  const fields = useSolutionFields(solution.relatedSystems)
  return (
    <RecordDetails
      kind="solution"
      history={
        <RestorableHistory
          restorable={RESTORABLE_SOLUTION}
          record={solution}
          fields={fields}
          systems={systems}
        />
      }
      record={solution}
      status={<StatusBadge status={statusStyle('solution', solution.status)} />}
      nameSchema={solutionFormSchema.shape.name}
      idLabel={t('Solution ID')}
      facts={
        <>
          <UseCases solution={solution} editing={handlers.editing} />
          <Users solution={solution} editing={handlers.editing} />
          <RelatedSystems solution={solution} editing={handlers.editing} />
        </>
      }
      {...handlers}
    >
      <HandoverNotice kind="solution" record={solution} />
      <ExpertsCard kind="solution" recordId={solution.id} />
      <RelatedAutomations solution={solution} />
      <RelatedAgents solution={solution} />
      <AdditionalDetails kind="solution" record={solution} editing={handlers.editing} />
    </RecordDetails>
  )
}
