import type { ExampleCall, ExampleValue } from './example-call.ts'

/**
 * Programs that make a call, each complete but for the secret, which it reads from the environment. Words in
 * capitals are placeholders, as in the requests of curl-examples.ts.
 */
type Example = { origin: string; clientId: string; call: ExampleCall }

/** How a language writes texts, lists and maps on one line. */
type Language = {
  text: (value: string) => string
  truth: (value: boolean) => string
  list: (elements: string[]) => string
  map: (fields: [name: string, value: string][]) => string
}

/** In single quotes, in which JavaScript, Python and PHP replace nothing. */
const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

/** Where a text ends with its line. */
const text = (value: string): string =>
  quoted(value).replaceAll('\n', String.raw`\n`).replaceAll('\r', String.raw`\r`)

const SQUARE = (elements: string[]) => `[${elements.join(', ')}]`

const nameInScript = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name))

const SCRIPT: Language = {
  text,
  truth: String,
  list: SQUARE,
  map: (fields) => `{ ${fields.map(([name, value]) => `${nameInScript(name)}: ${value}`).join(', ')} }`,
}

const PYTHON: Language = {
  text,
  truth: (value) => (value ? 'True' : 'False'),
  list: SQUARE,
  map: (fields) => `{${fields.map(([name, value]) => `${text(name)}: ${value}`).join(', ')}}`,
}

const PHP: Language = {
  text: quoted,
  truth: String,
  list: SQUARE,
  map: (fields) => SQUARE(fields.map(([name, value]) => `${quoted(name)} => ${value}`)),
}

/** A text of JSON is one of Go, too. */
const GO: Language = {
  text: (value) => JSON.stringify(value),
  truth: String,
  list: (elements) => `[]any{${elements.join(', ')}}`,
  map: (fields) =>
    `map[string]any{${fields.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(', ')}}`,
}

function written(value: ExampleValue, language: Language): string {
  if (typeof value === 'string') return language.text(value)
  if (typeof value === 'boolean') return language.truth(value)
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return language.list(value.map((each) => written(each, language)))
  return language.map(Object.entries(value).map(([name, each]) => [name, written(each, language)]))
}

/** The body of the request, as lines of a map. */
const fieldsOf = (
  { call }: Example,
  language: Language,
  line: (name: string, value: string) => string,
): string =>
  Object.entries(call.fields)
    .map(([name, value]) => line(name, written(value, language)))
    .join('\n')

/** With nothing but `fetch`. */
export const fetchExample = (example: Example): string =>
  `const laurel = ${text(example.origin)}
const client = btoa(${text(example.clientId)} + ':' + process.env.LAUREL_SECRET)

const granted = await fetch(laurel + '/oauth/token', {
  method: 'POST',
  headers: { authorization: \`Basic \${client}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
})
const { access_token } = await granted.json()

const response = await fetch(laurel + '${example.call.path}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${access_token}\`,
    'content-type': 'application/json',
    'idempotency-key': 'ORDER_ID',
  },
  body: JSON.stringify({
${fieldsOf(example, SCRIPT, (name, value) => `    ${name}: ${value},`)}
  }),
})
const { message, data } = await response.json()
console.log(message, data)`

/** With the SDK, which gets and renews the token itself. */
export const sdkExample = (example: Example): string =>
  `import { Laurel } from '@laurel/sdk'

const laurel = new Laurel({
  baseUrl: ${text(example.origin)},
  clientId: ${text(example.clientId)},
  clientSecret: process.env.LAUREL_SECRET ?? '',
})

${example.call.of === 'award' ? sdkAward(example) : sdkActivity(example)}`

const sdkAward = (example: Example): string =>
  `const result = await laurel.awards.grant(
${sdkArguments(example)}
)
console.log(result.ok ? result.data : result.message)`

const sdkActivity = (example: Example): string =>
  `const { awards, refused } = await laurel.activities.record(
${sdkArguments(example)}
)
console.log(awards, refused)`

const sdkArguments = (example: Example): string =>
  `  {
${fieldsOf(example, SCRIPT, (name, value) => `    ${name}: ${value},`)}
  },
  { idempotencyKey: 'ORDER_ID' },`

/** With the standard library alone. */
export const pythonExample = (example: Example): string =>
  `import base64, json, os, urllib.error, urllib.request

LAUREL = ${text(example.origin)}
CLIENT = ${text(example.clientId)} + ':' + os.environ['LAUREL_SECRET']

def post(path, body, headers):
    request = urllib.request.Request(LAUREL + path, body.encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=15) as response:
            return json.load(response)
    except urllib.error.HTTPError as failure:
        return json.load(failure)

granted = post('/oauth/token', 'grant_type=client_credentials', {
    'Authorization': 'Basic ' + base64.b64encode(CLIENT.encode()).decode(),
})
${example.call.of} = {
${fieldsOf(example, PYTHON, (name, value) => `    ${text(name)}: ${value},`)}
}
response = post('${example.call.path}', json.dumps(${example.call.of}), {
    'Authorization': 'Bearer ' + granted['access_token'],
    'Content-Type': 'application/json',
    'Idempotency-Key': 'ORDER_ID',
})
print(response['message'], response['data'])`

/** Without extensions. */
export const phpExample = (example: Example): string =>
  `<?php
function post(string $path, string $body, array $headers): array {
  $context = stream_context_create(['http' => [
    'method' => 'POST', 'content' => $body, 'header' => $headers, 'timeout' => 15, 'ignore_errors' => true,
  ]]);
  return json_decode(file_get_contents(${text(example.origin)} . $path, false, $context), true);
}

$client = base64_encode(${text(example.clientId)} . ':' . getenv('LAUREL_SECRET'));
$granted = post('/oauth/token', 'grant_type=client_credentials', [
  "Authorization: Basic $client",
  'Content-Type: application/x-www-form-urlencoded',
]);
$${example.call.of} = [
${fieldsOf(example, PHP, (name, value) => `  ${text(name)} => ${value},`)}
];
$response = post('${example.call.path}', json_encode($${example.call.of}), [
  "Authorization: Bearer {$granted['access_token']}",
  'Content-Type: application/json',
  'Idempotency-Key: ORDER_ID',
]);
echo $response['message'], ' ', json_encode($response['data']), "\\n";`

/** The formatter of Go aligns what a map holds. */
const nameWidth = ({ call }: Example): number =>
  Math.max(...Object.keys(call.fields).map((name) => `"${name}":`.length))

/** With the standard library alone. */
export const goExample = (example: Example): string =>
  `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

const laurel = ${JSON.stringify(example.origin)}

func post(path, body string, prepare func(*http.Request), into any) {
	request, err := http.NewRequest("POST", laurel+path, strings.NewReader(body))
	check(err)
	prepare(request)
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	check(json.NewDecoder(response.Body).Decode(into))
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var granted struct {
		AccessToken string \`json:"access_token"\`
	}
	post("/oauth/token", "grant_type=client_credentials", func(request *http.Request) {
		request.SetBasicAuth(${JSON.stringify(example.clientId)}, os.Getenv("LAUREL_SECRET"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}, &granted)

	${example.call.of}, err := json.Marshal(map[string]any{
${fieldsOf(example, GO, (name, value) => `		${`"${name}":`.padEnd(nameWidth(example))} ${value},`)}
	})
	check(err)
	var response struct {
		Message string
		Data    any
	}
	post("${example.call.path}", string(${example.call.of}), func(request *http.Request) {
		request.Header.Set("Authorization", "Bearer "+granted.AccessToken)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", "ORDER_ID")
	}, &response)
	fmt.Println(response.Message, response.Data)
}`
