import { LEVELS, levelOf } from '@cairn/workspace/port/permission-level'
import type { MemberProfile } from '@cairn/workspace/port/team'
import type { PermissionLevel } from '@cairn/workspace/port/workspace'
import { hasRank } from '@cairn/workspace/rules/can'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useMe } from '@/queries/context.tsx'
import { permissionDescription, permissionLabel } from '@/shared/people/permission-label.ts'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { Select } from '@/ui/form/select.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { HandoverDialog, ViewerDialog } from '../handover/handover-dialog.tsx'
import { useHandover } from '../handover/use-handover.ts'
import { SignInActions } from './sign-in-actions.tsx'
import { useReloadTeam, useRemoveMember, useSetLevel } from './use-change-member.ts'

interface AdminActionsProps {
  member: MemberProfile
  /** Why this user may not edit; null where they may. */
  editRefusal: string | null
  onEdit: () => void
}

/** The actions of managers and admins on another member. Every action first explains its consequence. */
export function AdminActions({ member, editRefusal, onEdit }: AdminActionsProps) {
  const { t } = useTranslation()
  const isAdmin = hasRank(useMe().permissionLevel, 'admin')
  return (
    <Card className="print:hidden">
      <CardHeader title={t('Admin Actions')} />
      <CardContent className="flex flex-col gap-4">
        <Button variant="outline" disabledReason={editRefusal} onClick={onEdit} className="self-start">
          {t('Edit Profile')}
        </Button>
        {isAdmin && <ChangeLevel member={member} />}
        {isAdmin && <SignInActions member={member} />}
        {isAdmin && <Remove member={member} />}
      </CardContent>
    </Card>
  )
}

function ChangeLevel({ member }: { member: MemberProfile }) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<PermissionLevel | null>(null)
  const { save, isSaving } = useSetLevel()
  const { id, name, permissionLevel } = member
  const { asked, isAsking, ask, closing } = useHandover(id, true)
  const choose = (level: PermissionLevel | null) =>
    level === 'viewer' ? ask(() => setChosen(level)) : setChosen(level)
  return (
    <>
      <Field label={t('Permission Level')}>
        <Select
          value={permissionLevel}
          aria-busy={isAsking}
          onChange={(event) => !isAsking && choose(levelOf(event.target.value))}
        >
          {LEVELS.map((level) => (
            <option key={level} value={level}>
              {permissionLabel(level, t)}
            </option>
          ))}
        </Select>
      </Field>
      <ConfirmDialog
        open={chosen !== null}
        onOpenChange={(open) => !open && setChosen(null)}
        title={t('Change the level of {{name}} to {{level}}?', {
          name,
          level: chosen ? permissionLabel(chosen, t) : '',
        })}
        description={
          <>
            {chosen && permissionDescription(chosen, t)}{' '}
            {t('This takes effect immediately and is recorded in the audit log.')}{' '}
            {permissionLevel === 'admin' && t('Open invitations that they sent will end.')}
          </>
        }
        confirmLabel={t('Change level')}
        pending={isSaving}
        onConfirm={() => chosen && save({ id, level: chosen }, { onSettled: () => setChosen(null) })}
      />
      <ViewerDialog
        person={member}
        {...asked}
        pending={isSaving}
        onConfirm={(handover) => save({ id, level: 'viewer', handover }, closing)}
      />
    </>
  )
}

function Remove({ member }: { member: MemberProfile }) {
  const { id, name } = member
  const { t } = useTranslation()
  const navigate = useNavigate()
  const reload = useReloadTeam()
  const { save, isSaving } = useRemoveMember(name)
  const { asked, isAsking, ask, close, closing } = useHandover(id, false)
  return (
    <>
      <Button
        variant="outline"
        pending={isAsking}
        onClick={() => ask()}
        className="self-start text-destructive-foreground"
      >
        {t('Remove from account')}
      </Button>
      <HandoverDialog
        person={member}
        {...asked}
        destructive
        title={t('Remove {{name}} from the account?', { name })}
        description={t(
          'They lose access immediately and can return only by invitation. What they registered stays. What they own is left without an owner.',
        )}
        confirmLabel={t('Remove')}
        pending={isSaving}
        onConfirm={(handover) =>
          save(
            { id, handover },
            {
              ...closing,
              onSuccess() {
                close()
                void Promise.resolve(navigate('/team')).then(reload)
              },
            },
          )
        }
      />
    </>
  )
}
