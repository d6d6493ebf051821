import { isWorthRetrying } from '@cairn/workspace/errors'
import type { ImportPlan } from '@cairn/workspace/port/imports'
import type { PermissionLevel } from '@cairn/workspace/port/permission-level'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { Button } from '@/ui/button/button.tsx'
import { toast } from '@/ui/feedback/toast-store.ts'
import { EMAIL } from './email.ts'
import { LevelSelect } from './level-select.tsx'
import { useChangePlan } from './use-decide.ts'

/** Invites at once all people whom the file names by an address and about whom nothing is decided yet. */
export function InviteAll({ plan }: { plan: ImportPlan }) {
  const { t } = useTranslation()
  const { imports } = useWorkspace()
  const { permissionLevel } = useMe()
  const [level, setLevel] = useState<PermissionLevel>('user')
  const addresses = plan.people.flatMap(({ word, choice }) =>
    choice === null && EMAIL.test(word) ? [word] : [],
  )
  const { run, isRunning } = useChangePlan(plan.id, async () => {
    let invited = plan
    const refused: string[] = []
    for (const address of addresses) {
      try {
        invited = await imports.decidePerson(plan.id, address, { invite: address, level })
      } catch (failure) {
        // An address that may not be invited does not hold up the others.
        if (isWorthRetrying(failure)) throw failure
        refused.push(address)
      }
    }
    if (refused.length > 0)
      toast({
        title: t('Some addresses cannot be invited'),
        description: refused.join(', '),
        variant: 'destructive',
      })
    return invited
  })
  if (permissionLevel !== 'admin' || addresses.length < 2) return null
  return (
    <>
      <LevelSelect value={level} onChange={setLevel} />
      <Button variant="outline" pending={isRunning} onClick={() => run()}>
        {t('Invite All {{amount}}', { amount: addresses.length })}
      </Button>
    </>
  )
}
