import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { JWK } from 'jose';
import { SCOPES, Settings } from '@app/kernel';
import { agentsResource } from '../grants/resources.js';
import { SigningKeys } from '../grants/signing-keys.service.js';
import { OAUTH_PATHS } from './authorization-server.service.js';

const JSON_TYPE = 'application/json; charset=utf-8';

@ApiExcludeController()
@Controller()
export class MetadataController {
  constructor(
    private readonly settings: Settings,
    private readonly keys: SigningKeys,
  ) {}

  /** Returns the metadata of the API. Source: RFC 9728. */
  @Get('.well-known/oauth-protected-resource')
  @Header('Content-Type', JSON_TYPE)
  @Header('Cache-Control', 'public, max-age=3600')
  protectedResource(): object {
    return this.resource(this.settings.baseUrl, 'Centavo');
  }

  /** Returns the metadata of the MCP endpoint, a resource with a path. Source: RFC 9728 section 3.1. */
  @Get('.well-known/oauth-protected-resource/mcp')
  @Header('Content-Type', JSON_TYPE)
  @Header('Cache-Control', 'public, max-age=3600')
  agentsResource(): object {
    return this.resource(agentsResource(this.settings.baseUrl), 'Centavo MCP');
  }

  /** Returns the metadata of the authorization server. Source: RFC 8414. */
  @Get('.well-known/oauth-authorization-server')
  @Header('Content-Type', JSON_TYPE)
  @Header('Cache-Control', 'public, max-age=3600')
  authorizationServer(): object {
    const { baseUrl } = this.settings;
    return {
      issuer: baseUrl,
      authorization_endpoint: `${baseUrl}${OAUTH_PATHS.authorization}`,
      token_endpoint: `${baseUrl}${OAUTH_PATHS.token}`,
      registration_endpoint: `${baseUrl}${OAUTH_PATHS.registration}`,
      revocation_endpoint: `${baseUrl}${OAUTH_PATHS.revocation}`,
      jwks_uri: `${baseUrl}${OAUTH_PATHS.jwks}`,
      scopes_supported: [...SCOPES, 'offline_access'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      ui_locales_supported: ['es-MX', 'en'],
      service_documentation: `${baseUrl}/docs`,
    };
  }

  /** Returns the public signing keys. Source: RFC 7517. */
  @Get('oauth/jwks')
  @Header('Content-Type', 'application/jwk-set+json')
  @Header('Cache-Control', 'public, max-age=300')
  jwks(): Promise<{ keys: JWK[] }> {
    return this.keys.publicKeys();
  }

  private resource(resource: string, name: string): object {
    const { baseUrl } = this.settings;
    return {
      resource,
      authorization_servers: [baseUrl],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_name: name,
      resource_documentation: `${baseUrl}/docs`,
    };
  }
}
