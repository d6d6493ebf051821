import { CATALOGUE_KINDS, CATALOGUES, type CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import { useTranslation } from 'react-i18next'
import { endCreation, startCreation } from '@/catalogue/form/creation.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { AgentDialog } from '@/features/agents/agent-form.tsx'
import { AutomationDialog } from '@/features/automations/automation-form.tsx'
import { SolutionDialog } from '@/features/solutions/solution-dialog.tsx'
import { SystemDialog } from '@/features/systems/system-form.tsx'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { Button } from '@/ui/button/button.tsx'
import { EntityDialog } from '@/ui/dialog/entity-dialog.tsx'

/** The form of a new record, over the screen on which the user is; where no kind is meant yet, the choice of one. */
export function CreateDialog({ creation }: { creation: CatalogueKind | 'any' }) {
  switch (creation) {
    case 'any':
      return <KindChoice />
    case 'system':
      return <SystemDialog system={null} onClose={endCreation} />
    case 'automation':
      return <AutomationDialog automation={null} onClose={endCreation} />
    case 'agent':
      return <AgentDialog agent={null} onClose={endCreation} />
    case 'solution':
      return <SolutionDialog solution={null} onClose={endCreation} />
  }
}

function KindChoice() {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  return (
    <EntityDialog open narrow onOpenChange={endCreation} title={t('Create a record')}>
      <div className="flex flex-col gap-2">
        {CATALOGUE_KINDS.filter((kind) => isOn(CATALOGUES[kind].feature)).map((kind) => {
          const { icon: Icon, create } = KINDS[kind]
          return (
            <Button
              key={kind}
              variant="outline"
              className="justify-start"
              onClick={() => startCreation(kind)}
            >
              <Icon aria-hidden />
              {t(create.label)}
            </Button>
          )
        })}
      </div>
    </EntityDialog>
  )
}
