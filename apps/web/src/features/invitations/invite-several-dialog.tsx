import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button.tsx'
import { EntityDialog } from '@/ui/entity-dialog.tsx'
import { Field } from '@/ui/field.tsx'
import { Input } from '@/ui/input.tsx'
import { Textarea } from '@/ui/textarea.tsx'
import { levelOf } from '@/workspace/port/permission-level.ts'
import { LevelField } from './level-field.tsx'
import { SeveralList } from './several-list.tsx'
import { useSeveral } from './use-several.ts'

interface InviteSeveralDialogProps {
  open: boolean
  onClose: () => void
}

/** Invites up to 100 people at once, alike. What was pasted stays until it has worked, or is given up. */
export function InviteSeveralDialog({ open, onClose }: InviteSeveralDialogProps) {
  const { t } = useTranslation()
  const list = useSeveral(onClose)
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
      title={t('Invite several')}
      description={t(
        'Paste addresses from a mail client or a spreadsheet, with or without names. Everybody gets an email with a link.',
      )}
      onSubmit={(event) => {
        event.preventDefault()
        list.send()
      }}
      footer={
        <>
          <Button variant="outline" disabled={isPending} onClick={giveUp}>
            {t('Cancel')}
          </Button>
          <Button type="submit" pending={isPending}>
            {list.fit === 0 ? t('Send Invitations') : t('Send Invitations: {{count}}', { count: list.fit })}
          </Button>
        </>
      }
    >
      <fieldset disabled={isPending} className="flex flex-col gap-4">
        <Field label={t('Addresses')} error={list.problem} required>
          <Textarea
            autoComplete="off"
            spellCheck={false}
            placeholder={t('Ana Lopez <ana@example.com>; ben@example.com')}
            value={list.text}
            onChange={(event) => list.setText(event.target.value)}
          />
        </Field>
        {list.people.length > 0 && <SeveralList people={list.people} />}
        {list.leaveOut && (
          <Button variant="outline" size="sm" className="self-start" onClick={list.leaveOut}>
            {t('Leave out what cannot be invited')}
          </Button>
        )}
        <Field label={t('Department')} error={list.departmentProblem} required>
          <Input
            autoComplete="off"
            maxLength={120}
            value={alike.department}
            onChange={(event) => setAlike({ ...alike, department: event.target.value })}
          />
        </Field>
        <LevelField
          chosen={alike.permissionLevel}
          value={alike.permissionLevel}
          onChange={({ target: { value } }) =>
            setAlike({ ...alike, permissionLevel: levelOf(value) ?? 'viewer' })
          }
        />
      </fieldset>
    </EntityDialog>
  )
}
