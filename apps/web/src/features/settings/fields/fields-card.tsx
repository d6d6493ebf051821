import { CATALOGUE_KINDS, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { OwnField } from '@cairn/workspace/port/records/own-fields'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { focusOnceGone } from '@/catalogue/focus-row.ts'
import { leaveGuarded } from '@/lib/browser/leave-guard.ts'
import { useWorkspace } from '@/queries/context.tsx'
import { ownFieldQueries } from '@/queries/own-fields.ts'
import { useLeaveGuard } from '@/shared/form/use-leave-guard.tsx'
import { LoadedCard } from '@/shared/loading/loaded-card.tsx'
import { useRefusal } from '@/shared/use-refusal.ts'
import { CardNote } from '@/ui/layout/card-note.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/ui/layout/tabs.tsx'
import { TabsStrip } from '@/ui/layout/tabs-strip.tsx'
import { AddField } from './add-field.tsx'
import { draftOf, type FieldDraft, NEW_FIELD, saysTheSame, withDraft } from './field-draft.ts'
import { FieldEditor } from './field-editor.tsx'
import { FieldList } from './field-list.tsx'
import { titleOf } from './field-types.ts'
import { FormPreview } from './form-preview.tsx'
import { HiddenFields } from './hidden-fields.tsx'

/** The fields that the account gives to its records, kind by kind. */
export function FieldsCard() {
  const { t } = useTranslation()
  const [kind, setKind] = useState<CatalogueKind>('system')
  const query = useQuery(ownFieldQueries.list(useWorkspace()))
  const reason = useRefusal()('manage-fields', null)
  const choose = (chosen: string) =>
    leaveGuarded(() => setKind(CATALOGUE_KINDS.find((known) => known === chosen) ?? 'system'))
  return (
    <LoadedCard
      title={t('Fields')}
      description={t('The custom fields of your account, beside the built-in ones.')}
      query={query}
      failure={t('The fields could not be loaded')}
      lines={5}
    >
      {(fields) => (
        <Tabs value={kind} onValueChange={choose}>
          {reason && <CardNote>{reason}</CardNote>}
          <TabsStrip current={kind}>
            <TabsList aria-label={t('Kinds of records')}>
              {CATALOGUE_KINDS.map((each) => (
                <TabsTrigger key={each} value={each}>
                  {titleOf(each, t)}
                </TabsTrigger>
              ))}
            </TabsList>
          </TabsStrip>
          <TabsContent value={kind}>
            <FieldsOfKind
              key={kind}
              kind={kind}
              fields={fields.filter((field) => field.kind === kind)}
              reason={reason}
            />
          </TabsContent>
        </Tabs>
      )}
    </LoadedCard>
  )
}

interface FieldsOfKindProps {
  kind: CatalogueKind
  fields: readonly OwnField[]
  /** Why the user may not change them; null where they may. */
  reason: string | null
}

function FieldsOfKind({ kind, fields, reason }: FieldsOfKindProps) {
  const { t } = useTranslation()
  const [{ draft, start }, setEditing] = useState({ draft: NEW_FIELD, start: NEW_FIELD })
  const begin = (first: FieldDraft) => setEditing({ draft: first, start: first })
  const change = (next: FieldDraft) => setEditing({ draft: next, start })
  const { leave, question } = useLeaveGuard(!saysTheSame(draft, start), () => begin(start))
  const shown = fields.filter(({ isRetired, deletedAt }) => !isRetired && deletedAt === null)
  const edited = fields.find(({ id }) => id === draft.id)
  const column = useRef<HTMLDivElement>(null)
  const close = (next: (column: HTMLElement) => HTMLElement | null | undefined) => {
    begin(NEW_FIELD)
    focusOnceGone(column.current?.firstElementChild ?? null, () => column.current && next(column.current))
  }
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-2 lg:items-start">
      <div ref={column} className="flex min-w-0 flex-col gap-5">
        {edited ? (
          <FieldEditor
            key={edited.id}
            stored={edited}
            draft={draft}
            onChange={change}
            onRestart={begin}
            leave={leave}
            onClose={() => close((lists) => lists.querySelector<HTMLElement>(`[data-edits="${edited.id}"]`))}
            // It leaves the list in a moment.
            onGone={() => close((lists) => lists.closest<HTMLElement>('[role="tabpanel"]'))}
          />
        ) : (
          <>
            <FieldList
              fields={shown}
              reason={reason}
              onEdit={(field) => leave(() => begin(draftOf(field)))}
            />
            {reason === null && <AddField kind={kind} draft={draft} onChange={change} />}
            <HiddenFields fields={fields} reason={reason} />
          </>
        )}
      </div>
      <FormPreview title={t('Preview of the form')} fields={withDraft(shown, draft)} start={draft} />
      {question}
    </div>
  )
}
