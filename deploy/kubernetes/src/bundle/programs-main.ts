import { join, resolve } from 'node:path'
import { findDeployables } from '../deployables.ts'
import { bundleServer } from './server.ts'

/** `node programs-main.ts FOLDER` writes each service's program to `FOLDER/services/<name>/main.js`. */
const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder.')
const services = findDeployables().filter(({ kind }) => kind === 'service')
await Promise.all(services.map((each) => bundleServer(each, join(resolve(folder), each.folder), 'main.ts')))
