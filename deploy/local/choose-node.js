// Runs after every `npm ci` and `npm install`, by whatever Node there is. npm's scripts look into node_modules/.bin
// first: without the link to the pinned Node they run on the machine's own, which npm itself runs on.
import { rmSync } from 'node:fs'

const [, major = 0] = /node\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
if (Number(major) >= 24) rmSync('node_modules/.bin/node', { force: true })
