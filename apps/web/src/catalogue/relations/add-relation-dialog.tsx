import { WorkspaceError } from '@cairn/workspace/errors'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { RELATION_NOTE } from '@cairn/workspace/port/records/relations'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorMessage } from '@/i18n/error-message.ts'
import { failureToast } from '@/shared/loading/failure-toast.ts'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Select } from '@/ui/form/select.tsx'
import { ChoiceButton } from '@/ui/picker/choice-button.tsx'
import { RelationOptions } from './relation-options.tsx'
import { choiceOf, RELATION_CHOICES, type RelationChoice } from './relation-words.ts'
import { useRecordSearch } from './use-record-search.tsx'
import { useAddRelation } from './use-relations.ts'

interface AddRelationDialogProps {
  record: CatalogueRecord
  onClose: () => void
}

/** Asks what a record does with which other one. */
export function AddRelationDialog({ record, onClose }: AddRelationDialogProps) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<RelationChoice>(RELATION_CHOICES[0])
  const [otherId, setOtherId] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const { options, search } = useRecordSearch(record.id)
  const { submit, isPending, problem, forget } = useSubmit({ record, choice, otherId, note, onClose })
  return (
    <EntityDialog
      open
      onOpenChange={(next) => !next && onClose()}
      locked={isPending}
      narrow
      title={t('Add Relation')}
      onSubmit={submit}
      footer={<SubmitButtons label={t('Add')} pending={isPending} onCancel={onClose} />}
    >
      <div className="flex flex-col gap-5">
        <Field label={record.name}>
          <Select
            value={choice.id}
            onChange={({ target }) => {
              setChoice(choiceOf(target.value))
              forget()
            }}
          >
            <RelationOptions />
          </Select>
        </Field>
        <Field label={t('Record')} required error={problem}>
          <ChoiceButton
            listLabel={t('Records')}
            options={options}
            search={search}
            value={otherId}
            placeholder={t('Find a record')}
            isWrong={problem !== null}
            emptyText={t('No records found')}
            onChange={(id) => {
              setOtherId(id)
              forget()
            }}
          />
        </Field>
        <Field label={t('Note')}>
          <Input value={note} maxLength={RELATION_NOTE} onChange={({ target }) => setNote(target.value)} />
        </Field>
      </div>
    </EntityDialog>
  )
}

interface Submitted extends AddRelationDialogProps {
  choice: RelationChoice
  otherId: string | null
  note: string
}

/** Sends the relation. The problem is what is wrong with the chosen record. */
function useSubmit({ record, choice, otherId, note, onClose }: Submitted) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string | null>(null)
  const { mutate: add, isPending } = useAddRelation()
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (otherId === null) return setProblem(t('Choose a record.'))
    const ends = choice.outgoing ? { fromId: record.id, toId: otherId } : { fromId: otherId, toId: record.id }
    add(
      { ...ends, type: choice.type, note: note.trim() },
      {
        onSuccess() {
          toast({ title: t('Relation added') })
          onClose()
        },
        onError(error) {
          if (isRefused(error)) setProblem(errorMessage(error, t))
          else toast(failureToast(error, { title: t('Error adding relation') }, t))
        },
      },
    )
  }
  return { submit, isPending, problem, forget: () => setProblem(null) }
}

/** Whether the server says what is wrong with the choice. */
function isRefused(error: unknown): error is WorkspaceError {
  return error instanceof WorkspaceError && ['conflict', 'invalid'].includes(error.kind)
}
