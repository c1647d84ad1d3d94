/**
 * Programs that award a rule, each complete but for the secret, which it reads from the environment. Words in
 * capitals are placeholders, as in the requests of curl-examples.ts.
 */
type AwardExample = { origin: string; clientId: string; ruleName: string; perUnit: boolean }

/** The body of the request, as lines of a map. */
const fieldsOf = (
  { ruleName, perUnit }: AwardExample,
  line: (name: string, value: string) => string,
): string =>
  [
    line('userId', 'USER_ID'),
    line('ruleName', ruleName),
    ...(perUnit ? [line('units', 'UNITS')] : []),
    line('reference', 'ORDER_ID'),
  ].join('\n')

/** A text in single quotes, in which JavaScript, Python and PHP replace nothing. */
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`

/** With nothing but `fetch`. */
export const fetchExample = (award: AwardExample): string =>
  `const laurel = ${text(award.origin)}
const client = btoa(${text(award.clientId)} + ':' + process.env.LAUREL_SECRET)

const granted = await fetch(laurel + '/oauth/token', {
  method: 'POST',
  headers: { authorization: \`Basic \${client}\` },
  body: new URLSearchParams({ grant_type: 'client_credentials' }),
})
const { access_token } = await granted.json()

const response = await fetch(laurel + '/api/v1/laas/rules/award', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${access_token}\`,
    'content-type': 'application/json',
    'idempotency-key': 'ORDER_ID',
  },
  body: JSON.stringify({
${fieldsOf(award, (name, value) => `    ${name}: ${text(value)},`)}
  }),
})
const { message, data } = await response.json()
console.log(message, data)`

/** With the SDK, which gets and renews the token itself. */
export const sdkExample = (award: AwardExample): string =>
  `import { Laurel } from '@laurel/sdk'

const laurel = new Laurel({
  baseUrl: ${text(award.origin)},
  clientId: ${text(award.clientId)},
  clientSecret: process.env.LAUREL_SECRET ?? '',
})

const result = await laurel.awards.grant(
  {
${fieldsOf(award, (name, value) => `    ${name}: ${text(value)},`)}
  },
  { idempotencyKey: 'ORDER_ID' },
)
console.log(result.ok ? result.data : result.message)`

/** With the standard library alone. */
export const pythonExample = (award: AwardExample): string =>
  `import base64, json, os, urllib.error, urllib.request

LAUREL = ${text(award.origin)}
CLIENT = ${text(award.clientId)} + ':' + os.environ['LAUREL_SECRET']

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
award = {
${fieldsOf(award, (name, value) => `    ${text(name)}: ${text(value)},`)}
}
response = post('/api/v1/laas/rules/award', json.dumps(award), {
    'Authorization': 'Bearer ' + granted['access_token'],
    'Content-Type': 'application/json',
    'Idempotency-Key': 'ORDER_ID',
})
print(response['message'], response['data'])`

/** Without extensions. */
export const phpExample = (award: AwardExample): string =>
  `<?php
function post(string $path, string $body, array $headers): array {
  $context = stream_context_create(['http' => [
    'method' => 'POST', 'content' => $body, 'header' => $headers, 'timeout' => 15, 'ignore_errors' => true,
  ]]);
  return json_decode(file_get_contents(${text(award.origin)} . $path, false, $context), true);
}

$client = base64_encode(${text(award.clientId)} . ':' . getenv('LAUREL_SECRET'));
$granted = post('/oauth/token', 'grant_type=client_credentials', [
  "Authorization: Basic $client",
  'Content-Type: application/x-www-form-urlencoded',
]);
$award = [
${fieldsOf(award, (name, value) => `  ${text(name)} => ${text(value)},`)}
];
$response = post('/api/v1/laas/rules/award', json_encode($award), [
  "Authorization: Bearer {$granted['access_token']}",
  'Content-Type: application/json',
  'Idempotency-Key: ORDER_ID',
]);
echo $response['message'], ' ', json_encode($response['data']), "\\n";`

/** With the standard library alone. A text of JSON is one of Go, too; its formatter aligns what a map holds. */
export const goExample = (award: AwardExample): string =>
  `package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

const laurel = ${JSON.stringify(award.origin)}

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
		request.SetBasicAuth(${JSON.stringify(award.clientId)}, os.Getenv("LAUREL_SECRET"))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}, &granted)

	award, err := json.Marshal(map[string]string{
${fieldsOf(award, (name, value) => `		${`"${name}":`.padEnd(12)} ${JSON.stringify(value)},`)}
	})
	check(err)
	var response struct {
		Message string
		Data    any
	}
	post("/api/v1/laas/rules/award", string(award), func(request *http.Request) {
		request.Header.Set("Authorization", "Bearer "+granted.AccessToken)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Idempotency-Key", "ORDER_ID")
	}, &response)
	fmt.Println(response.Message, response.Data)
}`
