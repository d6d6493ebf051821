import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import type { Suggestion } from '@cairn/workspace/port/suggestions'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/lib/hooks/use-now.ts'
import { useMe, useWorkspace } from '@/queries/context.tsx'
import { suggestionQueries } from '@/queries/suggestions.ts'
import { FORMER, personName } from '@/shared/people/person-name.ts'
import { useTeam } from '@/shared/people/use-team.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Button } from '@/ui/button/button.tsx'
import { Ago } from '@/ui/display/ago.tsx'
import { Card, CardContent, CardHeader } from '@/ui/layout/card.tsx'
import { Awaited } from '@/ui/loading/awaited.tsx'
import { useKnownFields } from '../fields/use-known-fields.ts'
import { describeChange } from '../history/describe-change.ts'
import { ValueChange } from '../history/value-change.tsx'
import { useAnswerSuggestion } from './use-answer-suggestion.ts'

export interface SuggestionsProps {
  kind: CatalogueKind
  record: CatalogueRecord
}

/** The suggestions of assistants for a record. Guests have none. */
export function SuggestionsCard(props: SuggestionsProps) {
  const { t } = useTranslation()
  const workspace = useWorkspace()
  const isMember = useMe().kind === 'member'
  const { data = [], isLoading } = useQuery({
    ...suggestionQueries.of(workspace, props.kind, props.record.id),
    enabled: isMember,
  })
  if (isLoading) return <Awaited />
  if (data.length === 0) return null
  return (
    <Card>
      <CardHeader
        title={t('Suggested Edits')}
        description={t('From an assistant. Nothing changes until somebody accepts.')}
      />
      <CardContent>
        <ul className="divide-y">
          {data.map((suggestion) => (
            <SuggestedEdit key={suggestion.id} suggestion={suggestion} {...props} />
          ))}
        </ul>
      </CardContent>
    </Card>
  )
}

function SuggestedEdit({ kind, record, suggestion }: SuggestionsProps & { suggestion: Suggestion }) {
  const { t, i18n } = useTranslation()
  const nowMs = useNow()
  const { members } = useTeam()
  const fields = useKnownFields(kind) ?? []
  const refusal = useRefusal()('change-record', record)
  const { answer, isAnswering } = useAnswerSuggestion()
  const { suggestedBy, client, why, createdAt } = suggestion
  const person = personName(members.find(({ id }) => id === suggestedBy)?.name ?? FORMER, t)
  const names = {
    person: () => person,
    system: (id: string) => id,
    record: (id: string) => id,
    fields,
    t,
    language: i18n.language,
  }
  return (
    <li className="py-3 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="wrap-anywhere">
          {client === '' ? person : t('{{client}} for {{name}}', { client, name: person })}
        </span>
        <Ago date={createdAt} nowMs={nowMs} className="shrink-0 text-muted-foreground text-xs" />
      </p>
      {describeChange(suggestion, names).map((value) => (
        <ValueChange key={value.label} {...value} />
      ))}
      {why !== '' && <p className="wrap-anywhere mt-1 text-muted-foreground">{why}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button
          size="sm"
          pending={isAnswering}
          disabledReason={refusal}
          onClick={() => answer({ suggestion, accept: true })}
        >
          {t('Accept')}
        </Button>
        <Button
          size="sm"
          variant="outline"
          pending={isAnswering}
          disabledReason={refusal}
          onClick={() => answer({ suggestion, accept: false })}
        >
          {t('Dismiss')}
        </Button>
      </div>
    </li>
  )
}
