import parse from 'parse-prometheus-text-format'

const answer = await fetch(process.env.CAIRN_METRICS, {
  headers: { authorization: `Bearer ${process.env.CAIRN_METRICS_TOKEN}` },
})
const families = parse(await answer.text())
const requests = families.find(({ name }) => name === 'cairn_requests_total')
if (!requests || requests.metrics.length === 0)
  throw new Error(`${answer.status}: ${families.length} families`)
