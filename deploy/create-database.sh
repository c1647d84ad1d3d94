#!/bin/sh
# Creates Laurel's logins and its database, as docs/deployment.md describes. Needs OWNER_PASSWORD and SERVICE_PASSWORD.
set -eu

psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
create role laurel login password :'owner_password';
create role laurel_service login password :'service_password';
create database laurel owner laurel encoding 'UTF8' locale 'C.UTF-8' template template0;
revoke connect on database laurel from public;
grant connect on database laurel to laurel_service;
SQL
