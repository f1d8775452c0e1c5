// Runs after every `npm ci` and `npm install`, under any Node. If npm's own Node is new enough, removes the link to the
// pinned one. npm scripts, which prefer node_modules/.bin, then use npm's own.
import { rmSync } from 'node:fs'

const [, major = 0] = /node\/v(\d+)/.exec(process.env.npm_config_user_agent ?? '') ?? []
if (Number(major) >= 24) rmSync('node_modules/.bin/node', { force: true })
