import { phrase } from '@cairn/workspace/lib/phrase'
import type { TFunction } from 'i18next'

/** How a program calls an address, ready to be copied. */
export interface Recipe {
  id: string
  /** Its target: a name, which is the same in every language. */
  title: string
  language: 'sh' | 'yaml' | 'powershell' | 'python' | 'javascript' | 'text'
  text: string
}

const CURL = 'curl -fsS -m 10 --retry 5 -o /dev/null -X POST'

/** Returns the recipes that call an address, for the places in which automations run. */
export function recipes(address: string, t: TFunction): readonly Recipe[] {
  return [
    { id: 'curl', title: 'curl', language: 'sh', text: `${CURL} '${address}'` },
    { id: 'crontab', title: 'crontab', language: 'sh', text: crontab(address) },
    { id: 'shell', title: 'Shell', language: 'sh', text: shell(address) },
    { id: 'github', title: 'GitHub Actions', language: 'yaml', text: gitHub(address) },
    { id: 'powershell', title: 'PowerShell', language: 'powershell', text: powerShell(address) },
    { id: 'python', title: 'Python', language: 'python', text: python(address) },
    { id: 'node', title: 'Node.js', language: 'javascript', text: node(address) },
    ...STEPS.map(
      ({ id, title, step }): Recipe => ({ id, title, language: 'text', text: inWords(step, address, t) }),
    ),
  ]
}

const STEPS = [
  { id: 'n8n', title: 'n8n', step: 'HTTP Request' },
  { id: 'make', title: 'Make', step: 'HTTP' },
  { id: 'zapier', title: 'Zapier', step: 'Webhooks by Zapier' },
  { id: 'power-automate', title: 'Power Automate', step: 'HTTP' },
]

const LAST_STEP = phrase('Add the step “{{step}}” as the last one, with the method POST and this address:')
const ON_FAILURE = phrase('Where a failure has a path of its own, add the same step there with this address:')

function inWords(step: string, address: string, t: TFunction): string {
  return [t(LAST_STEP, { step }), address, '', t(ON_FAILURE), `${address}/fail`].join('\n')
}

/** The exit code of the command is reported. */
function crontab(address: string): string {
  return `0 3 * * * /path/to/job; ${CURL} "${address}/$?"`
}

/** Reports start and end, which an id pairs, and the end of the output as a note. */
function shell(address: string): string {
  return `run=$(uuidgen)
${CURL} "${address}/start?rid=$run"
/path/to/job >job.log 2>&1
code=$?
tail -c 10000 job.log | ${CURL} -H 'Content-Type: text/plain' --data-binary @- "${address}/$code?rid=$run"
exit $code`
}

/** The address is a secret of the repository. */
function gitHub(address: string): string {
  return `# Once: gh secret set CAIRN_ADDRESS --body '${address}'
- name: Report to Cairn
  if: always()
  env:
    CAIRN_ADDRESS: \${{ secrets.CAIRN_ADDRESS }}
    CODE: \${{ job.status == 'success' && '0' || '1' }}
  run: ${CURL} "$CAIRN_ADDRESS/$CODE"`
}

function powerShell(address: string): string {
  return `# Windows PowerShell 5 has no -MaximumRetryCount: leave it out there.
$end = ''
try {
  ./job.ps1
} catch {
  $end = '/fail'
  throw
} finally {
  Invoke-RestMethod -Method Post -Uri "${address}$end" -TimeoutSec 10 -MaximumRetryCount 5 | Out-Null
}`
}

function python(address: string): string {
  return `import time
import urllib.request


def report(end=""):
    request = urllib.request.Request("${address}" + end, method="POST")
    for attempt in range(5):
        try:
            urllib.request.urlopen(request, timeout=10).close()
            return
        except OSError:
            time.sleep(2**attempt)


report("/start")
try:
    job()
except BaseException:
    report("/fail")
    raise
report()`
}

function node(address: string): string {
  return `async function report(end = '') {
  for (let attempt = 0; attempt < 5; attempt++) {
    const signal = AbortSignal.timeout(10_000)
    const answer = await fetch('${address}' + end, { method: 'POST', signal }).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
  }
}

await report('/start')
try {
  await job()
} catch (error) {
  await report('/fail')
  throw error
}
await report()`
}
