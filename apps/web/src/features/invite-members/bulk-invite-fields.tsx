import { levelOf } from '@cairn/workspace/port/permission-level'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Input } from '@/ui/form/input.tsx'
import { Textarea } from '@/ui/form/textarea.tsx'
import { BulkInviteList } from './bulk-invite-list.tsx'
import { LevelField } from './level-field.tsx'
import type { useBulkInvite } from './use-bulk-invite.ts'

type BulkInvite = ReturnType<typeof useBulkInvite>

/** The pasted list of people, its problems, and the fields that are the same for all people. */
export function BulkInviteFields({ list }: { list: BulkInvite }) {
  const { t } = useTranslation()
  return (
    <fieldset disabled={list.isPending} className="flex flex-col gap-4">
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
      <SharedFields alike={list.alike} problem={list.departmentProblem} onChange={list.setAlike} />
    </fieldset>
  )
}

interface SharedFieldsProps {
  alike: BulkInvite['alike']
  problem: BulkInvite['departmentProblem']
  onChange: BulkInvite['setAlike']
}

/** The fields that are the same for all people. */
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
