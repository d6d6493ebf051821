import { type GroupRule, SINGLE_SIGN_ON } from '@cairn/workspace/port/group-rules'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkspace } from '@/queries/context.tsx'
import { securityQueries } from '@/queries/security.ts'
import { teamsQueries } from '@/queries/teams.ts'
import { useAccess } from '@/session/context.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import { ShortList } from '@/shared/short-list.tsx'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { GroupRuleForm } from './group-rule-form.tsx'
import { ruleProviderLabel } from './rule-provider-label.ts'
import { useDeleteGroupRule } from './use-group-rules.ts'

/** For admins: what groups of sign-in providers mean; nothing where the installation has no provider. */
export function GroupRulesCard() {
  const { data: methods, isPending } = useQuery(securityQueries.signInMethods(useAccess()))
  if (isPending) return <Awaited />
  if (methods === undefined) return null
  const providers = [...methods.providers, ...(methods.singleSignOn ? [SINGLE_SIGN_ON] : [])]
  return providers.length === 0 ? null : <Rules providers={providers} />
}

function Rules({ providers }: { providers: readonly string[] }) {
  const { t } = useTranslation()
  const query = useQuery(securityQueries.groupRules(useWorkspace()))
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<GroupRule | null>(null)
  const nameOf = useTeamNames()
  return (
    <>
      <LoadedCard
        title={t('Groups of providers')}
        description={t(
          'At each sign-in, members of a group join a team or get a level. Those whom a rule brought in leave with the group.',
        )}
        query={query}
        failure={t('The rules could not be loaded')}
        lines={2}
        action={
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus />
            {t('Add Rule')}
          </Button>
        }
      >
        {(rules) =>
          rules.length === 0 ? (
            <p className="text-muted-foreground text-sm">{t('There are no rules yet.')}</p>
          ) : (
            <ShortList label={t('Groups of providers')} items={rules}>
              {(rule) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  team={nameOf(rule.teamId)}
                  onDelete={() => setAsked(rule)}
                />
              )}
            </ShortList>
          )
        }
      </LoadedCard>
      {isAdding && <GroupRuleForm providers={providers} onClose={() => setAdding(false)} />}
      {asked && <DeleteRule rule={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

/** The names of teams by their ids. */
function useTeamNames() {
  const { data: teams = [] } = useQuery(teamsQueries.list(useWorkspace()))
  return (id: string | null) => teams.find((team) => team.id === id)?.name ?? null
}

interface RuleRowProps {
  rule: GroupRule
  team: string | null
  onDelete: () => void
}

function RuleRow({ rule: { provider, claim, group, level, members }, team, onDelete }: RuleRowProps) {
  const { t } = useTranslation()
  const gives = [...(team === null ? [] : [team]), ...(level === null ? [] : [permissionLabel(level, t)])]
  return (
    <li className="flex items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere font-medium text-sm">
          {group}
        </p>
        <p className="wrap-anywhere text-muted-foreground text-xs">
          {ruleProviderLabel(provider, t)} · {claim}
        </p>
        <p dir="auto" className="wrap-anywhere text-sm">
          {gives.join(' · ')}
        </p>
        {team !== null && (
          <p className="text-muted-foreground text-xs">
            {t('{{count}} members brought in', {
              count: members,
              defaultValue_one: '{{count}} member brought in',
            })}
          </p>
        )}
      </div>
      <IconButton icon={Trash2} label={t('Delete the rule for {{group}}', { group })} onClick={onDelete} />
    </li>
  )
}

function DeleteRule({ rule, onClose }: { rule: GroupRule; onClose: () => void }) {
  const { t } = useTranslation()
  const { save, isSaving } = useDeleteGroupRule(onClose)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('Delete the rule for {{group}}?', { group: rule.group })}
      description={t(
        'Those whom it brought in leave the team at their next sign-in. A level that it gave is taken back then.',
      )}
      confirmLabel={t('Delete')}
      destructive
      pending={isSaving}
      onConfirm={() => save(rule)}
    />
  )
}
