-- The address that its person has proved to be theirs, by a link that went there by mail and nowhere else, by a
-- provider of OpenID Connect, or by the operator's word. An account whose address is another one has proved nothing.
alter table users add column verified_email text collate "C";

-- When the person last proved who they are: null is when they signed in. address is the one they signed in from.
alter table sessions add column authenticated_at bigint;
alter table sessions add column address text collate "C";

-- SHA-256 of the token that went by mail; the other one is shown to whoever invites.
alter table invitations add column mail_hash text collate "C";

create index invitations_mail on invitations (mail_hash);
