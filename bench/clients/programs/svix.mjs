import { Webhook } from 'svix'
import { received, verifies } from './webhook.mjs'

const call = await received()
const webhook = new Webhook(call.secret)
verifies((body, headers) => webhook.verify(body, headers), call)
