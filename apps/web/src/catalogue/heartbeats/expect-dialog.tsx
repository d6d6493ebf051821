import { WorkspaceError } from '@cairn/workspace/errors'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { expectationProblem, graceProblem } from './schedule/expectation-problem.ts'
import { ScheduleFields } from './schedule/schedule-fields.tsx'
import { useChangeHeartbeat } from './use-change-heartbeat.ts'
import type { WorkingHeartbeat } from './working-heartbeat.ts'

export interface ExpectDialogProps {
  heartbeat: WorkingHeartbeat
  onClose: () => void
}

/** Asks what is expected of a heartbeat. */
export function ExpectDialog({ heartbeat, onClose }: ExpectDialogProps) {
  const { t } = useTranslation()
  const [expectation, setExpectation] = useState(heartbeat.expectation)
  const [graceSeconds, setGraceSeconds] = useState(heartbeat.graceSeconds)
  const { change, isChanging, error } = useChangeHeartbeat({
    write: (part) => part.expect(heartbeat.id, expectation, graceSeconds),
    failed: t('The expectation could not be saved'),
    onDone: onClose,
  })
  const isSound =
    expectationProblem(expectation) === null &&
    (expectation.kind === 'nothing' || graceProblem(graceSeconds) === null)
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isSound) change()
  }
  return (
    <EntityDialog
      open
      onOpenChange={onClose}
      locked={isChanging}
      title={t('Set Expectation')}
      description={t('Whatever comes later than expected counts as late, and members are told.')}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Save')} pending={isChanging} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <ScheduleFields
          value={expectation}
          onChange={setExpectation}
          graceSeconds={graceSeconds}
          onGraceChange={setGraceSeconds}
          problem={error instanceof WorkspaceError ? errorMessage(error, t) : null}
        />
      </div>
    </EntityDialog>
  )
}
