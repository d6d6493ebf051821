import { spawn } from 'node:child_process'
import { once } from 'node:events'
import express from 'express'
import * as OpenApiValidator from 'express-openapi-validator'

// The parameters of n8n's list of workflows. Source: n8n-io/n8n, packages/cli/src/public-api/v1
const query = (name, schema) => ({ name, in: 'query', required: false, schema })
const parameters = [
  query('limit', { type: 'number', maximum: 250 }),
  query('cursor', { type: 'string' }),
  query('active', { type: 'boolean' }),
]
const paths = { '/api/v1/workflows': { get: { parameters, responses: { 200: { description: 'ok' } } } } }
const app = express()
app.use(
  OpenApiValidator.middleware({
    apiSpec: { openapi: '3.0.0', info: { title: 'n8n', version: '1' }, paths },
    validateRequests: true,
  }),
)
app.get('/api/v1/workflows', ({ query: { cursor } }, answer) => {
  const workflow = {
    id: cursor ?? 'first',
    name: `Workflow ${cursor ?? 'first'}`,
    active: true,
    isArchived: false,
  }
  answer.json({ data: [workflow], nextCursor: cursor ? null : 'second' })
})
app.use((error, _request, answer, _next) =>
  answer.status(error.status ?? 500).json({ message: error.message }),
)
const server = app.listen(0, '127.0.0.1')
await once(server, 'listening')
const script = spawn(process.execPath, [`${process.env.CAIRN_SCRIPTS}/n8n.mjs`], {
  stdio: 'inherit',
  env: { ...process.env, N8N_URL: `http://127.0.0.1:${server.address().port}`, N8N_KEY: 'key' },
})
const [code] = await once(script, 'close')
server.close()
if (code !== 0) throw new Error(`The script ended with ${code}.`)
