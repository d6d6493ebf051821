import { CATALOGUE_KINDS } from '@cairn/workspace/port/records/catalogues'
import type { Handover } from '@cairn/workspace/port/records/handovers'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { ReceiverChoice, useReceivers } from '@/catalogue/handover/receiver-choice.tsx'
import { useMe } from '@/queries/context.tsx'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { Button } from '@/ui/button/button.tsx'
import { ConfirmDialog } from '@/ui/dialog/confirm-dialog.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'
import { Field } from '@/ui/form/field.tsx'
import { useHandoverChoices } from './handover-choices.ts'
import { HandoverKind } from './handover-kind.tsx'
import { HandoverServiceAccounts } from './handover-service-accounts.tsx'
import { HandoverSummary } from './handover-summary.tsx'
import { type HadByMember, hasNothing } from './use-handover.ts'

interface HandoverDialogProps {
  person: { id: string; name: string }
  /** The records and service accounts of the person; null while the dialog is closed. */
  had: HadByMember | null
  /** The reason of a refusal; null while there is none. */
  refusal: string | null
  /** Whether the person stays as a viewer: records that nobody gets stay theirs. Otherwise these become gaps. */
  stays?: boolean
  title: string
  /** The consequence, where the person has no records. */
  description: React.ReactNode
  confirmLabel: string
  destructive?: boolean
  pending: boolean
  onConfirm: (handover: Handover | undefined) => void
  onClose: () => void
}

const PRESSED = 'aria-pressed:border-primary aria-pressed:bg-muted'

/** Asks before a member leaves or becomes a viewer, and lets the user choose who gets their records. */
export function HandoverDialog(props: HandoverDialogProps) {
  const { had, refusal, onClose, onConfirm, person: _, stays: __, ...question } = props
  if (had !== null && !hasNothing(had)) return <Assigning {...props} had={had} />
  return (
    <ConfirmDialog
      {...question}
      open={had !== null}
      onOpenChange={(open) => !open && onClose()}
      onConfirm={() => onConfirm(undefined)}
    >
      <Refusal reason={refusal} />
    </ConfirmDialog>
  )
}

function Assigning(props: HandoverDialogProps & { had: HadByMember }) {
  const { person, had, stays = false, title, pending } = props
  const { t } = useTranslation()
  const isOneself = useMe().personId === person.id
  const choices = useHandoverChoices()
  const { leave, question } = useLeaveGuard(choices.isChanged && !pending, props.onClose)
  const total = CATALOGUE_KINDS.reduce((sum, kind) => sum + (had.records[kind]?.total ?? 0), 0)
  const nobody = stays ? t('Stays with {{name}}', { name: person.name }) : t('Leave as a gap')
  const receivers = useReceivers(person.id, true)
  return (
    <EntityDialog
      open
      onOpenChange={() => leave(props.onClose)}
      locked={pending}
      wide
      title={title}
      description={descriptionOf({ name: person.name, isOneself, stays }, t)}
      footer={
        <>
          {props.refusal === null && (
            <HandoverSummary had={had} handover={choices.handover} keeper={stays ? person.name : null} />
          )}
          <Refusal reason={props.refusal} />
          <Buttons {...props} onConfirm={() => props.onConfirm(choices.handover)} />
        </>
      }
    >
      {!stays && <AccessNote isOneself={isOneself} />}
      <fieldset disabled={pending} className="flex flex-col gap-4">
        {total > 0 && (
          <>
            <ChoiceForAll choices={choices} receivers={receivers} stays={stays} />
            <Singles choices={choices} />
          </>
        )}
        {CATALOGUE_KINDS.map((kind) => {
          const first = had.records[kind]
          return (
            first && (
              <HandoverKind
                key={kind}
                {...{ kind, person, first, choices, receivers, nobody }}
                onlyOwned={stays}
                // A few records are visible at once; many are opened kind by kind.
                startsOpen={total <= 20}
              />
            )
          )
        })}
        {had.serviceAccounts.length > 0 && (
          <HandoverServiceAccounts all={had.serviceAccounts} {...{ choices, receivers }} />
        )}
      </fieldset>
      {question}
    </EntityDialog>
  )
}

interface ButtonsProps
  extends Pick<HandoverDialogProps, 'confirmLabel' | 'destructive' | 'pending' | 'onClose'> {
  onConfirm: () => void
}

function Buttons({ confirmLabel, destructive, pending, onConfirm, onClose }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <>
      <Button variant="outline" disabled={pending} onClick={onClose}>
        {t('Cancel')}
      </Button>
      <Button variant={destructive ? 'destructive' : 'default'} pending={pending} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </>
  )
}

function descriptionOf(
  { name, isOneself, stays }: { name: string; isOneself: boolean; stays: boolean },
  t: TFunction,
): string {
  if (stays) return t('Viewers cannot make changes. Who takes over what {{name}} owns?', { name })
  return isOneself
    ? t(
        'Who takes over what you own and know? The people you choose take over immediately. They can then accept each record or pass it on.',
      )
    : t(
        'Who takes over what {{name}} owns and knows? The people you choose take over immediately. They can then accept each record or pass it on.',
        { name },
      )
}

function AccessNote({ isOneself }: { isOneself: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="mb-4 text-muted-foreground text-sm">
      {isOneself
        ? t('You lose access immediately and can return only by invitation.')
        : t('They lose access immediately and can return only by invitation.')}
    </p>
  )
}

interface ChoiceForAllProps {
  choices: ReturnType<typeof useHandoverChoices>
  receivers: ReturnType<typeof useReceivers>
  /** Whether the records can stay with their owner. */
  stays: boolean
}

/** The choice of one receiver for all records without an individual choice. */
function ChoiceForAll({ choices: { rest, chooseForAll }, receivers, stays }: ChoiceForAllProps) {
  const { t } = useTranslation()
  const all = t('Assign all to…')
  return (
    <fieldset aria-label={t('Choice for all records')} className="flex flex-wrap items-end gap-2">
      <Button
        variant="outline"
        aria-pressed={rest === 'suggested'}
        className={PRESSED}
        onClick={() => chooseForAll('suggested')}
      >
        {t('Use the suggestions')}
      </Button>
      <Button
        variant="outline"
        aria-pressed={rest === null}
        className={PRESSED}
        onClick={() => chooseForAll(null)}
      >
        {stays ? t('Hand over nothing') : t('Leave all as gaps')}
      </Button>
      <Field label={all} className="min-w-56 flex-1">
        <ReceiverChoice
          label={all}
          people={receivers.owner}
          isKnown={receivers.isKnown}
          value={rest === 'suggested' || rest === null ? undefined : rest}
          onChange={chooseForAll}
        />
      </Field>
    </fieldset>
  )
}

/** Tells that the rule for all does not change individual choices, with a button to apply it everywhere. */
function Singles({ choices: { singles, dropSingles } }: { choices: ReturnType<typeof useHandoverChoices> }) {
  const { t } = useTranslation()
  return (
    <p
      role="status"
      className="-mt-2 flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm empty:hidden"
    >
      {singles > 0 && (
        <>
          {t('{{count}} individual choices stay as they are.', {
            count: singles,
            defaultValue_one: '{{count}} individual choice stays as it is.',
          })}
          <Button variant="link" onClick={dropSingles}>
            {t('Reset')}
          </Button>
        </>
      )}
    </p>
  )
}

/** Shows the refusal at a place that is visible however far the list is scrolled. */
function Refusal({ reason }: { reason: string | null }) {
  return (
    <p role="alert" className="mr-auto min-w-0 text-destructive-foreground text-sm empty:hidden">
      {reason}
    </p>
  )
}

/** Asks who gets the records of a member who becomes a viewer. */
export function ViewerDialog(
  props: Pick<HandoverDialogProps, 'person' | 'had' | 'refusal' | 'pending' | 'onConfirm' | 'onClose'>,
) {
  const { t } = useTranslation()
  const level = t('Viewer')
  return (
    <HandoverDialog
      {...props}
      stays
      title={t('Change the level of {{name}} to {{level}}?', { name: props.person.name, level })}
      description={t('This takes effect immediately and is recorded in the audit log.')}
      confirmLabel={t('Change level')}
    />
  )
}
