import { join, resolve } from 'node:path'
import { findDeployables } from '../deployables.ts'
import { bundleServer } from './server.ts'

/** `node programs-main.ts FOLDER`: the program of each service as its image has it, in `FOLDER/services/<name>/main.js`. */
const [, , folder] = process.argv
if (folder === undefined) throw new Error('Name the folder.')
const services = findDeployables().filter(({ kind }) => kind === 'service')
await Promise.all(services.map((each) => bundleServer(each, join(resolve(folder), each.folder), 'main.ts')))
