import { levelOf } from '@cairn/workspace/port/permission-level'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { SubmitButtons } from '@/ui/dialog/submit-buttons.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { BulkInviteList } from './bulk-invite-list.tsx'
import { LevelField } from './level-field.tsx'
import { useBulkInvite } from './use-bulk-invite.ts'

interface BulkInviteDialogProps {
  open: boolean
  onClose: () => void
}

/** Invites up to 100 people at once, alike. What was pasted stays until it has worked, or is given up. */
export function BulkInviteDialog({ open, onClose }: BulkInviteDialogProps) {
  const { t } = useTranslation()
  const list = useBulkInvite(onClose)
  const { isPending, alike, setAlike } = list
  const giveUp = () => {
    list.reset()
    onClose()
  }
  return (
    <EntityDialog
      open={open}
      onOpenChange={giveUp}
      locked={isPending}
      title={t('Invite several people')}
      description={t(
        'Paste addresses from an email app or a spreadsheet, with or without names. Everyone gets an email with a link.',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        list.send()
      }}
      footer={
        <SubmitButtons
          label={
            list.fit === 0 ? t('Send Invitations') : t('Send Invitations: {{count}}', { count: list.fit })
          }
          pending={isPending}
          onCancel={giveUp}
        />
      }
    >
      <fieldset disabled={isPending} className="flex flex-col gap-4">
        <Field label={t('Email addresses')} error={list.problem} required>
          <Textarea
            autoComplete="off"
            spellCheck={false}
            placeholder={t('Ana Lopez <ana@example.com>; ben@example.com')}
            value={list.text}
            onChange={(event) => list.setText(event.target.value)}
          />
        </Field>
        {list.people.length > 0 && <BulkInviteList people={list.people} />}
        {list.leaveOut && (
          <Button variant="outline" size="sm" className="self-start" onClick={list.leaveOut}>
            {t('Remove the people who cannot be invited')}
          </Button>
        )}
        <SharedFields alike={alike} problem={list.departmentProblem} onChange={setAlike} />
      </fieldset>
    </EntityDialog>
  )
}

interface SharedFieldsProps {
  alike: ReturnType<typeof useBulkInvite>['alike']
  problem: ReturnType<typeof useBulkInvite>['departmentProblem']
  onChange: ReturnType<typeof useBulkInvite>['setAlike']
}

/** What is the same for all of them. */
function SharedFields({ alike, problem, onChange }: SharedFieldsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Field label={t('Department')} error={problem} required>
        <Input
          autoComplete="off"
          maxLength={120}
          value={alike.department}
          onChange={(event) => onChange({ ...alike, department: event.target.value })}
        />
      </Field>
      <LevelField
        chosen={alike.permissionLevel}
        value={alike.permissionLevel}
        onChange={({ target: { value } }) =>
          onChange({ ...alike, permissionLevel: levelOf(value) ?? 'viewer' })
        }
      />
    </>
  )
}
