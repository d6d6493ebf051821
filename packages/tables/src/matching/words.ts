import { folded } from '@cairn/workspace/lib/forgiving'
import type { Choice } from './target.ts'

/** Words for yes and no in four languages, and what programs write. Folded. */
const YES = new Set(
  'yes y true t 1 x on checked enabled ja j wahr oui o vrai v si s verdadero ✓ ✔ ☑ ✅'.split(' '),
)
const NO = new Set('no n false f 0 off unchecked disabled nein falsch non faux falso ✗ ✘ ☐ ❌'.split(' '))

/** Whether a word says yes or no; null where it says neither. */
export function yesOrNo(word: string): boolean | null {
  const plain = plainWord(word)
  if (YES.has(plain)) return true
  return NO.has(plain) ? false : null
}

/**
 * Other words for states that records go through, in four languages and as other registers have them; folded. The first
 * of a line is how this product calls it, or may.
 */
const STATES: readonly (readonly string[])[] = [
  'active|in use|live|production|productive|operational|running|enabled|published|deployed|aktiv|in betrieb|produktiv|in nutzung|eingefuhrt|actif|active|en service|en production|utilise|activo|activa|en uso|en produccion',
  'inactive|disabled|off|paused|stopped|suspended|inaktiv|deaktiviert|ausser betrieb|pausiert|angehalten|inactif|desactive|suspendu|en pause|inactivo|inactiva|desactivado|en pausa',
  'maintenance|in maintenance|wartung|in wartung|gewartet|en maintenance|mantenimiento|en mantenimiento',
  'deprecated|phasing_out|phasing out|sunset|end of life|eol|legacy|to be retired|veraltet|auslaufend|lauft aus|abgekundigt|obsolete|obsolescent|en fin de vie|obsoleto|en retirada',
  'retired|decommissioned|removed|archived|shut down|abgeschaltet|stillgelegt|ausser dienst|archiviert|retire|hors service|archive|retirado|fuera de servicio|archivado',
  'planned|proposed|requested|idea|planning|geplant|in planung|vorgeschlagen|prevu|planifie|planificado|previsto|propuesto',
  'development|in development|experimental|beta|pilot|building|draft|in entwicklung|entwicklung|pilotbetrieb|entwurf|en developpement|developpement|pilote|en desarrollo|desarrollo|piloto',
  'training|in training|learning|im training|en formation|en apprentissage|en entrenamiento|entrenamiento',
].map((line) => line.split('|'))

/** Words for how much something matters, and who may see it. */
const GRADES: readonly (readonly string[])[] = [
  'low|minor|niedrig|gering|faible|bas|basse|bajo|baja|p4',
  'medium|moderate|normal|mittel|moyen|moyenne|medio|media|p3',
  'high|major|important|hoch|wichtig|eleve|elevee|haut|haute|alto|alta|p2',
  'critical|very high|business critical|mission critical|kritisch|sehr hoch|geschaftskritisch|critique|critico|critica|p1',
  'public|open|offentlich|publique|publico|publica|publiek',
  'internal|intern|interne|interno|interna',
  'confidential|secret|restricted|vertraulich|geheim|confidentiel|confidentielle|confidencial',
  'personal|personal data|pii|personenbezogen|personenbezogene daten|donnees personnelles|personnel|datos personales',
  'special|special categories|sensitive|sensitive data|besondere kategorien|sensibel|donnees sensibles|sensible|datos sensibles|categorias especiales',
].map((line) => line.split('|'))

/** The choice that a word means: by its own names, else by another word for one of them. Null where there is none. */
export function choiceOf(word: string, choices: readonly Choice[]): Choice | null {
  const plain = plainWord(word)
  if (plain === '') return null
  const byName = choices.find((choice) => wordsFor(choice).includes(plain))
  if (byName) return byName
  const others = [...STATES, ...GRADES].filter((line) => line.includes(plain))
  return (
    choices.find((choice) => others.some((line) => wordsFor(choice).some((own) => line.includes(own)))) ??
    null
  )
}

function wordsFor({ id, names }: Choice): string[] {
  return [id, ...names].map(plainWord)
}

/** Without case, accents, spaces around, and a number or mark before it (`1 - High`). */
function plainWord(word: string): string {
  const trimmed = folded(word).trim().replaceAll(/\s+/g, ' ')
  return trimmed.replace(/^\d+\s*[-.):]\s*(?=\p{L})/u, '')
}
